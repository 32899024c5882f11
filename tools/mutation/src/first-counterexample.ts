import fc from 'fast-check';

// The first counterexample judges a mutant: looking for the simplest one would take longer than the test.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
