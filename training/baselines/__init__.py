"""Algorithms for equilibria that the field compares itself with, one file each, for small games of two players."""
