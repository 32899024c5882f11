/**
 * Runs the workflows by `redocly respect` against a service or its mock: each step is called, its
 * answer held against the contract and against what the step promises.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const specification = join(import.meta.dirname, '..');

/** The workflows, in an order in which each finds the data of the previous one. */
const usual = [
  'start-authorization',
  'submit-matches',
  'submit-late',
  'submit-by-format',
  'plan-a-match',
  'import-tournament',
];

const help = `pnpm workflows                      the sandbox that 'pnpm start' runs, as .data/demo.json names it
pnpm workflows <base URL>           another service, or the mock: http://localhost:4010/api/v1

  --input <name>=<value>   an input of a workflow, such as apiKey or player; may be repeated
  --workflow <id>          only this one; may be repeated. Left out: ${usual.join(', ')}.
                           There are also finish-authorization (needs code and codeVerifier),
                           receive-webhooks (needs receiver) and disconnect (needs connectedPlayer)
  --help                   print this

The workflows and their inputs are in spec/workflows.
`;

// A long game to 11, which the first player with a lead of two wins.
const LONG_GAME = { minLoserScore: 10, maxLoserScore: 99 };
const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** The parts of demo.json that are used here. */
interface DemonstrationFacts {
  baseUrl: string;
  apiKey: string;
  clientId: string;
  redirectUri: string;
  otherMembers: { id: string }[];
}

try {
  process.exitCode = run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function run(): number {
  const { values, positionals } = parseArgs({
    options: {
      input: { type: 'string', multiple: true, default: [] },
      workflow: { type: 'string', multiple: true, default: usual },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [address, ...rest] = positionals;
  if (rest.length > 0) throw new Error(`One base URL will do, so not ${rest.join(' ')} as well.`);
  const { baseUrl, ...found } = address === undefined ? sandbox() : { baseUrl: address };
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new Error(`${baseUrl} is no base URL, such as http://localhost:4010/api/v1.`);
  }
  const files = values.workflow.map((id) => join('workflows', `${id}.arazzo.yaml`));
  const unknown = files.filter((file) => !existsSync(join(specification, file)));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; see --help.`);
  const given = Object.fromEntries(values.input.map(nameAndValue));
  const inputs = { apiKey: 'prk_any', ...freshInputs(), ...found, ...given };

  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  const words = ['respect', ...files, '--server', `partner-rating=${baseUrl}`];
  const { status } = spawnSync(
    process.execPath,
    [join(dirname(manifest), 'bin/cli.js'), ...words],
    {
      cwd: specification,
      stdio: 'inherit',
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        // Not in the arguments, because other users of the machine can see them.
        REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
      },
    },
  );
  return status ?? 1;
}

/** The sandbox, with players who are connected to the application. */
function sandbox(): { baseUrl: string; [input: string]: string | undefined } {
  const directory = process.env.DATA_DIR ?? join(specification, '../.data');
  const path = join(directory, 'demo.json');
  if (!existsSync(path)) {
    throw new Error('There is no sandbox. Start one with `pnpm start`, or name a base URL.');
  }
  const facts = JSON.parse(readFileSync(path, 'utf8')) as DemonstrationFacts;
  const [player, partner, opponent, otherOpponent] = facts.otherMembers.map(({ id }) => id);
  const { baseUrl, apiKey, clientId, redirectUri } = facts;
  const known = { apiKey, clientId, redirectUri, knownParticipant: player };
  return { baseUrl, ...known, player, partner, opponent, otherOpponent };
}

/**
 * A new identifier for each run, because a match that is submitted twice is rated once. The time is now, after all other
// matches of the players, so that no rating is calculated again.
 */
function freshInputs(): Record<string, string | number[]> {
  const run = randomBytes(5).toString('hex');
  const now = new Date();
  return {
    matchIdentifier: `workflow-${run}`,
    matchDate: now.toISOString(),
    firstScores: longGame(),
    secondScores: longGame(),
    firstMatchIdentifier: `workflow-${run}-first`,
    lateMatchIdentifier: `workflow-${run}-late`,
    lateMatchDate: new Date(now.getTime() - DAY_MILLISECONDS).toISOString(),
    tournamentMatchIdentifier: `tournament-${run}`,
    ghostLastName: `Hoffmann-${run}`,
  };
}

function longGame(): number[] {
  const loserScore = randomInt(LONG_GAME.minLoserScore, LONG_GAME.maxLoserScore);
  return [loserScore + 2, loserScore];
}

function nameAndValue(input: string): [name: string, value: string] {
  const [name = '', ...value] = input.split('=');
  if (value.length === 0) throw new Error(`--input ${input} is no <name>=<value>.`);
  return [name, value.join('=')];
}
