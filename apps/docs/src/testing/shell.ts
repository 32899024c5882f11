import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the shell code of a guide, in order. */
export function shellOf(guide: string): string[] {
  const markdown = readFileSync(new URL(`../../guides/${guide}.md`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, code = '']) => code);
}

/** A shell that keeps its variables from one piece to the next. */
export interface Shell {
  /** Returns the output of a piece of code. Throws if it fails. */
  run: (piece: string) => Promise<string>;
  close: () => void;
}

/** Opens a shell in a directory. It has `curl`, even if the machine does not. */
export function openShell(directory: string, environment: Record<string, string> = {}): Shell {
  const fakes = openFakes();
  const shell = spawn('sh', ['-s'], {
    cwd: directory,
    env: { PATH: [fakes, process.env.PATH].join(delimiter), ...environment },
  });
  let count = 0;
  return {
    run: async (piece) => {
      count += 1;
      const end = `-- end ${count} --`;
      shell.stdin.write(`${piece}\necho "${end} $?"\n`);
      const [text = '', status] = (await readUntil(shell, end)).split(end);
      if (status?.trim() !== '0') throw new Error(`This failed:\n${piece}\n${text}`);
      return text;
    },
    close: () => {
      shell.kill();
      rmSync(fakes, { recursive: true });
    },
  };
}

async function readUntil(shell: ChildProcessWithoutNullStreams, end: string): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (!new RegExp(`${end} \\d+\\n`).test(output)) return;
      shell.stdout.off('data', take);
      resolve(output);
    };
    shell.stdout.on('data', take);
    shell.once('exit', () => reject(new Error(`The shell ended:\n${output}`)));
  });
}

/** A minimal Debian has no curl. Our replacement supports the options that the guides use. */
function openFakes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-commands-'));
  if (spawnSync('curl', ['--version']).status !== 0) {
    const fakeCurl = fileURLToPath(new URL('./curl.ts', import.meta.url));
    const script = `#!/bin/sh\nexec "${process.execPath}" "${fakeCurl}" "$@"\n`;
    writeFileSync(join(folder, 'curl'), script, { mode: 0o755 });
  }
  return folder;
}
