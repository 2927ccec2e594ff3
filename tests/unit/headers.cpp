// Empty: the headers precompiled for the test programs need a target that has a source.
