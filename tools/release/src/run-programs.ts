import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Options that differ from those of this process. */
export interface RunOptions {
  environment?: NodeJS.ProcessEnv;
  /** The standard input of the program. Default: empty. */
  input?: string;
  /** The user of the program. Only root may choose one. */
  user?: { uid: number; gid: number } | undefined;
}

/** A program that runs until it is stopped. */
export interface RunningProgram {
  child: ChildProcess;
  /** Returns its output so far. */
  output: () => string;
  /** Waits until its output matches the pattern. @throws if it ends before. */
  printed: (pattern: RegExp) => Promise<string>;
  /** Stops it like Ctrl-C. @throws if its exit status is not 0. */
  stop: () => Promise<void>;
}

/** Starts programs, and stops those that still run at the end. */
export interface Programs {
  begin: (cwd: string, command: string, args: string[], options?: RunOptions) => RunningProgram;
  /** Runs a command to its end, and returns its output. @throws an error with its output, if it fails. */
  run: (cwd: string, command: string, args: string[], options?: RunOptions) => Promise<string>;
  /** Stops the running programs like Ctrl-C, and waits until they have ended. */
  endAll: () => Promise<void>;
}

/** Starts programs with the environment of this process and these variables. */
export function createPrograms(variables: NodeJS.ProcessEnv): Programs {
  const children = new Set<ChildProcess>();

  function begin(cwd: string, command: string, args: string[], options: RunOptions = {}) {
    const { environment, input, user } = options;
    const env = { ...process.env, ...variables, ...environment };
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], ...user });
    children.add(child);
    child.once('close', () => children.delete(child));
    // A program that reads no input may have ended already.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return running(child, `${command} ${args.join(' ')}`);
  }

  return {
    begin,
    run: async (cwd, command, args, options) => {
      const { child, output } = begin(cwd, command, args, options);
      const [status] = (await once(child, 'close')) as [number | null];
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${output()}`);
      return output();
    },
    endAll: async () => {
      const ended = [...children].map((child) => once(child, 'close'));
      for (const child of children) child.kill('SIGINT');
      await Promise.all(ended);
    },
  };
}

function running(child: ChildProcess, name: string): RunningProgram {
  let output = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      look();
    });
  }
  return {
    child,
    output: () => output,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const [found] = pattern.exec(output) ?? [];
          if (found !== undefined) resolve(found);
        };
        child.once('error', reject);
        child.once('close', () => reject(new Error(`${name} ended too early.\n${output}`)));
        look();
      }),
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      const [status] = (await ended) as [number | null];
      if (status !== 0) throw new Error(`${name} ended with ${status}.\n${output}`);
    },
  };
}
