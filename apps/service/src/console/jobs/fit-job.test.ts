import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sportParameters, sports } from '@partner-rating/ratings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { matchLine } from '../../predictions/backtest/testing/match-lines.ts';
import { insertChoice } from '../../ratings/store/sport-parameters.ts';
import { useOperator } from '../testing/operator.ts';

const operator = useOperator();

async function fileOf(text: string, name = 'file'): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-fit-'));
  onTestFinished(async () => await rm(directory, { recursive: true }));
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

describe('ratings fit', () => {
  it.each([
    [['padle'], /There is no sport padle\. Use one of pickleball/],
    [['padel', '--apply', '--undo'], /^--undo: Choose one of apply and undo/],
    [['padel', '--undo'], /padel are those of this release, so there is nothing to undo/],
    [['padel', '--undo', '--dry-run'], /nothing to undo/],
  ])('refuses %j', async (words, message) => {
    await expect(operator.run('ratings', 'fit', ...words)).rejects.toThrow(message);
  });

  it('says how many matches each discipline has and needs, and why', async () => {
    const refusal = operator.run('ratings', 'fit', 'padel', '--apply');
    await expect(refusal).rejects.toThrow(
      /^padel singles: 0 matches with a winner\. A fit needs about 1500\.\npadel doubles: 0 .*\nIt finds parameters on 900 .* 600 .*\n.* follows chance/,
    );
    expect(await operator.database().selectFrom('sport_parameters').selectAll().execute()).toEqual(
      [],
    );
  });

  it('undoes nothing while parameters are applied, and says what to do', async () => {
    const rows = { singles: null, doubles: { form: 0.4 }, lossPerDay: null, previous: null };
    await operator
      .database()
      .transaction()
      .execute(async (transaction) => {
        await insertChoice(transaction, { sport: 'padel', createdAt: new Date(), ...rows });
      });
    await expect(operator.run('ratings', 'fit', 'padel', '--undo')).rejects.toThrow(
      /being applied since .*operator ratings rebuild/s,
    );
    const listed = await operator.json('ratings', 'parameters');
    expect(listed.filter(({ isChanging }) => isChanging)).toMatchObject([
      { sport: 'padel', origin: 'release', usedSince: null },
    ]);
  });
});

describe('ratings parameters', () => {
  it('name the origin of the parameters of each sport', async () => {
    const printed = await operator.run('ratings', 'parameters');
    for (const sport of sports) expect(printed).toMatch(new RegExp(`^Sport +${sport}$`, 'm'));
    expect(printed.match(/^Origin +release$/gm)).toHaveLength(sports.length);
    expect(printed).toContain(sportParameters('padel', 2).source);
  });

  it('are the parameters of a backtest', async () => {
    const parameters = await operator.json('ratings', 'parameters');
    const lines = Array.from({ length: 30 }, (_, day) =>
      matchLine({
        matchDate: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
        games: [{ scores: day % 3 === 0 ? [5, 11] : [11, 5] }],
      }),
    );
    const results = await fileOf(lines.join('\n'));
    const lossWith = async (...words: string[]) => {
      const report = await operator.run('ratings', 'backtest', results, '--json', ...words);
      return JSON.parse(report).overall.game.ratings.all.logLoss;
    };
    const inFile = async (given: object[]) => [
      '--parameters',
      await fileOf(given.map((one) => `${JSON.stringify(one)}\n`).join('')),
    ];
    const ofRelease = await lossWith();
    expect(await lossWith(...(await inFile(parameters)))).toBe(ofRelease);
    const changed = [{ sport: 'pickleball', singles: { startSpread: 3 } }];
    expect(await lossWith(...(await inFile(changed)))).not.toBe(ofRelease);
  });

  it.each([
    ['no JSON', 'nothing', /has no parameters\. Write them with `operator ratings parameters/],
    ['an unknown sport', '{"sport":"padle"}', /has no parameters/],
    [
      'a text',
      '{"sport":"padel","singles":{"form":"much"}}',
      /form of padel singles must be a number/,
    ],
    [
      'less than 0',
      '{"sport":"padel","doubles":{"form":-1}}',
      /form of padel doubles must be a number/,
    ],
  ])('in a file with %s are refused', async (_, text, message) => {
    const results = await fileOf(matchLine());
    const parameters = await fileOf(text);
    const backtest = operator.run('ratings', 'backtest', results, '--parameters', parameters);
    await expect(backtest).rejects.toThrow(message);
  });
});
