import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a program is run where it is not as this one is. */
export interface RunOptions {
  environment?: NodeJS.ProcessEnv;
  /** What it reads from standard input; nothing where it is left out. */
  input?: string;
  /** The user it runs as, where only root may choose one. */
  user?: { uid: number; gid: number } | undefined;
}

/** A program that runs until it is stopped. */
export interface RunningProgram {
  child: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Waits until it has printed what the pattern matches. @throws where it ends before. */
  printed: (pattern: RegExp) => Promise<string>;
  /** Stops it as Ctrl-C does. @throws where it then ends with a fault. */
  stop: () => Promise<void>;
}

/** Starts programs, and ends those that are left over. */
export interface Programs {
  begin: (cwd: string, command: string, args: string[], options?: RunOptions) => RunningProgram;
  /** Runs a command to its end, and resolves with what it printed. @throws where it fails, with the same. */
  run: (cwd: string, command: string, args: string[], options?: RunOptions) => Promise<string>;
  /** Ends those that still run, as Ctrl-C does, and waits until they have ended. */
  endAll: () => Promise<void>;
}

/** Programs that have these variables in their environment, and those of this one. */
export function createPrograms(variables: NodeJS.ProcessEnv): Programs {
  const children = new Set<ChildProcess>();

  function begin(cwd: string, command: string, args: string[], options: RunOptions = {}) {
    const { environment, input, user } = options;
    const env = { ...process.env, ...variables, ...environment };
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], ...user });
    children.add(child);
    child.once('close', () => children.delete(child));
    // A program that reads nothing may have ended.
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
