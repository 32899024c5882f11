#!/usr/bin/env node
import { nodeVersionFault } from './node-version.ts';

// Prism is loaded only where it can run, so that an older Node gets a sentence.
const fault = nodeVersionFault(process.versions.node);
if (fault === undefined) {
  await import('./command.ts');
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
