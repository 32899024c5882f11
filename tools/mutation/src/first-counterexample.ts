import fc from 'fast-check';

// The first counterexample is enough to reject a mutant. Looking for the simplest one would take longer than the test.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
