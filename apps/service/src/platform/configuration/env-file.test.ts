import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigurationError } from './configuration.ts';
import { readEnvironment } from './env-file.ts';

async function fileWith(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-env-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'ratings.env');
  await writeFile(path, text);
  return path;
}

describe('a file of settings', () => {
  it('adds to the environment, which goes before it', async () => {
    const file = await fileWith(
      '# of the club\nPORT=3002\nHOST=0.0.0.0\nMAIL_FROM="A <a@b.example>"\n',
    );
    expect(readEnvironment(file, { PORT: '3003', PATH: '/bin' })).toEqual({
      PORT: '3003',
      HOST: '0.0.0.0',
      MAIL_FROM: 'A <a@b.example>',
      PATH: '/bin',
    });
  });

  it('is refused with a name that is no setting, which mistyped would change nothing', async () => {
    const file = await fileWith('DATABSE_URL=postgres://localhost/ratings\n');
    expect(() => readEnvironment(file, {})).toThrow(
      new ConfigurationError([`DATABSE_URL in ${file} is no setting.`]),
    );
  });

  it('that cannot be read is refused', () => {
    expect(() => readEnvironment('/nowhere/ratings.env', {})).toThrow(
      /^The file of --env-file cannot be read .*ENOENT/,
    );
  });

  it('may be missing where none is named', () => {
    expect(readEnvironment(undefined, { PORT: '3003' })).toEqual({ PORT: '3003' });
  });
});
