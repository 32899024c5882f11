import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { forwardCommand } from './forward-command.ts';
import { type CommandListener, listenForCommands, type RunCommand } from './listen-for-commands.ts';

const version = '1.2.3';

describe('commands beside the service that has the data directory', () => {
  let dataDirectory: string;

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-socket-'));
    onTestFinished(() => rm(dataDirectory, { recursive: true }));
  });

  async function listen(run: RunCommand = async () => 0): Promise<CommandListener> {
    const listener = await listenForCommands({ dataDirectory, version }, run);
    onTestFinished(listener.stop);
    return listener;
  }

  async function type(words: string[], given: Partial<Terminal> = {}, typedWith = version) {
    const out: string[] = [];
    const err: string[] = [];
    const status = await forwardCommand(
      dataDirectory,
      { version: typedWith, words, directory: '/home/operator' },
      {
        print: (line) => out.push(line),
        printError: (line) => err.push(line),
        readInput: async () => '',
        readLine: async () => '',
        ...given,
      },
    );
    return { status, out, err };
  }

  it('run there with their words, and print and end as if here', async () => {
    await listen(async (words, { print, printError, resolvePath }) => {
      print(words.join(' '));
      print('two\nlines of Müller');
      print(resolvePath('mike.json'));
      printError('why not');
      return 3;
    });
    expect(await type(['member', 'show', 'Müller'])).toEqual({
      status: 3,
      out: ['member show Müller', 'two\nlines of Müller', '/home/operator/mike.json'],
      err: ['why not'],
    });
  });

  it('are asked here for what is piped in and typed', async () => {
    await listen(async (_, { print, readInput, readLine }) => {
      print(`${await readInput()}, ${await readLine()}`);
      return 0;
    });
    const given = { readInput: async () => 'a password', readLine: async () => '10482' };
    expect((await type(['member', 'erase'], given)).out).toEqual(['a password, 10482']);
  });

  it('run side by side, and each is printed what is its own', async () => {
    const both = Promise.withResolvers<void>();
    let started = 0;
    await listen(async ([word = ''], { print }) => {
      started += 1;
      if (started === 2) both.resolve();
      await both.promise;
      print(word);
      return 0;
    });
    const [first, second] = await Promise.all([type(['one']), type(['two'])]);
    expect([first.out, second.out]).toEqual([['one'], ['two']]);
  });

  it('go on to their end where the terminal was closed meanwhile', async () => {
    const printed = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<number>();
    const listener = await listen(async (_, { print }) => {
      print('begun');
      await printed.promise;
      for (let line = 0; line < 1_000; line += 1) print('to nobody');
      ended.resolve(0);
      return 0;
    });
    const closed = type(['ratings', 'rebuild'], {
      print: () => {
        throw new Error('The terminal was closed.');
      },
    });
    await expect(closed).rejects.toThrow('The terminal was closed.');
    printed.resolve();
    expect(await ended.promise).toBe(0);
    await listener.stop();
  });

  it('are given up where they ask something and the service stops', async () => {
    const asked = Promise.withResolvers<void>();
    const answers: string[] = [];
    const listener = await listen(async (_, { readLine }) => {
      answers.push(await readLine());
      return 1;
    });
    void type(['member', 'erase'], {
      readLine: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    await asked.promise;
    await listener.stop();
    expect(answers).toEqual(['']);
  });

  it('are refused where they are of another version, with what to do', async () => {
    await listen();
    expect(await type(['partner', 'list'], {}, '1.3.0')).toEqual({
      status: 1,
      out: [],
      err: [expect.stringMatching(/version 1\.2\.3.*1\.3\.0\. Start the service again/)],
    });
  });

  it('find nobody where no service runs, or it was killed and left its socket', async () => {
    expect((await type([])).status).toBeNull();
    await writeFile(join(dataDirectory, 'operator.sock'), '');
    expect((await type([])).status).toBeNull();
    await listen();
    expect((await type([])).status).toBe(0);
  });

  it('leave nothing in the directory once the service stopped', async () => {
    const { stop } = await listen();
    await stop();
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  it('come by a socket that its owner alone may open', async () => {
    await listen();
    const { mode } = await stat(join(dataDirectory, 'operator.sock'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('are not taken where everybody may write the directory', async () => {
    await chmod(dataDirectory, 0o777);
    await expect(listen()).rejects.toThrow(/chmod o-w/);
  });

  it('come by a link where the path is too long for a socket', async () => {
    dataDirectory = join(dataDirectory, 'a'.repeat(100));
    await mkdir(dataDirectory, { mode: 0o700 });
    const { stop } = await listen();
    const path = join(dataDirectory, 'operator.sock');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await type(['partner', 'list'])).status).toBe(0);
    await stop();
    expect(await readdir(dataDirectory)).toEqual([]);
  });
});
