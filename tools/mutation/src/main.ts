// Tests every mutant of the code that needs no database and no network.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { AREAS, type Area } from './areas.ts';
import { describeSurvivor, scoreOf } from './score.ts';
import { testArea } from './test-area.ts';

const MIN_PERCENT = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const jobs = Number(values.jobs);
if (values.help === true) {
  process.stdout.write(
    'pnpm mutate               every area, which takes long\n' +
      'pnpm mutate NAME …        the areas whose name begins or ends with NAME, such as `ratings/domain`\n' +
      '  --jobs N                the number of mutants at a time; by default, one per core\n' +
      `\nAreas:\n${AREAS.map(({ name }) => `  ${name}\n`).join('')}`,
  );
  process.exit(0);
}
if (!Number.isInteger(jobs) || jobs < 1)
  fail(`--jobs takes a whole number of at least 1, not ${values.jobs}.`);

/** Returns the requested areas, by the beginning or the end of their names. */
function findAreas(asked: readonly string[]): readonly Area[] {
  if (asked.length === 0) return AREAS;
  return asked.flatMap((name) => {
    const found = AREAS.filter((area) => area.name.startsWith(name) || area.name.endsWith(name));
    const all = AREAS.map((area) => area.name).join('\n');
    return found.length > 0 ? found : fail(`Unknown area ${name}. The areas:\n${all}`);
  });
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

let isLow = false;
for (const area of findAreas(positionals)) {
  const { killed, survivors, percent } = scoreOf(await testArea(area, jobs));
  for (const survivor of survivors) process.stdout.write(`${describeSurvivor(survivor)}\n`);
  process.stdout.write(
    `${area.name}: ${percent.toFixed(1)} % of ${killed + survivors.length} mutants failed a test\n`,
  );
  isLow ||= percent < MIN_PERCENT;
}
if (isLow)
  fail(
    `Less than ${MIN_PERCENT} %: write a test for the promise that a survivor breaks, or say in the code why it breaks none.`,
  );
