// Compares the examples of the contract with the service, or records them again.

import { errorsIn, howToFix } from './check-example.ts';
import { readExamples, writeExample } from './example-files.ts';
import { recordExamples } from './record-examples.ts';

const usage = `examples:check     lists every example that the service no longer returns
examples:refresh   records those examples again
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
  process.stderr.write(`\nExamples that differ from the service: ${left}. ${howToFix}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${recording.recorded.size} examples match the service.\n`);
}
