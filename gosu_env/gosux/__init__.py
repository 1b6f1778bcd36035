"""The rules of GOSU X."""
