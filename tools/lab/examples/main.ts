// Holds the examples of the contract against the service, or recreates them from it.

import { errorsIn, howToFix } from './errors.ts';
import { readExamples, writeExample } from './example-files.ts';
import { recordExamples } from './record-examples.ts';

const usage = `examples:check     names every example that the service no longer gives
examples:refresh   recreates those examples
`;

const [command = ''] = process.argv.slice(2);
if (!['check', 'refresh'].includes(command)) {
  process.stderr.write(usage);
  process.exit(2);
}

const recording = await recordExamples();
let left = 0;
for (const [name, example] of readExamples()) {
  const errors = errorsIn(recording, name, example);
  const answer = recording.recorded.get(name);
  if (errors.length === 0) continue;
  if (command === 'refresh' && answer !== undefined) {
    writeExample(name, answer);
    process.stdout.write(`Recreated: ${name}\n`);
  } else {
    process.stderr.write(`${[name, ...errors].join('\n  ')}\n`);
    left += 1;
  }
}

if (left > 0) {
  process.stderr.write(`\nExamples that are not what the service says: ${left}. ${howToFix}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${recording.recorded.size} examples are what the service says.\n`);
}
