// Holds the examples of the contract against the service, or makes them anew from it.
import { readExamples, writeExample } from './example-files.ts';
import { faultsIn, howToMend } from './faults.ts';
import { tellStory } from './story.ts';

const usage = `examples:check     names every example that the service no longer gives
examples:refresh   makes those examples anew
`;

const [command = ''] = process.argv.slice(2);
if (!['check', 'refresh'].includes(command)) {
  process.stderr.write(usage);
  process.exit(2);
}

const story = await tellStory();
let left = 0;
for (const [name, example] of readExamples()) {
  const faults = faultsIn(story, name, example);
  const answer = story.told.get(name);
  if (faults.length === 0) continue;
  if (command === 'refresh' && answer !== undefined) {
    writeExample(name, answer);
    process.stdout.write(`Made anew: ${name}\n`);
  } else {
    process.stderr.write(`${[name, ...faults].join('\n  ')}\n`);
    left += 1;
  }
}

if (left > 0) {
  process.stderr.write(`\nExamples that are not what the service says: ${left}. ${howToMend}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${story.told.size} examples are what the service says.\n`);
}
