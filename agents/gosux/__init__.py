"""Evaluations of GOSU X, and the policies that come with the project."""
