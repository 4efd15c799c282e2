"""The tests: a package, so that no other package of this name, which some libraries install, stands in its way."""
