import type { Program } from './program.ts';
import type { Stage } from './stage.ts';

/** What a program did. */
export interface Result {
  name: string;
  version: string;
  note: string | null;
  /** What it did, in order. */
  done: string[];
  /** Null if it did everything. */
  failure: { step: string; error: unknown } | null;
}

/** Lets a program drive the service. It ends at its first error. */
export async function run({ name, version, note, drive }: Program, stage: Stage): Promise<Result> {
  const done: string[] = [];
  let current = 'prepare';
  try {
    await drive(stage, async (text, act) => {
      current = text;
      const result = await act();
      done.push(text);
      current = `after "${text}"`;
      return result;
    });
    return { name, version: await version(), note: note ?? null, done, failure: null };
  } catch (error) {
    return {
      name,
      version: await version(),
      note: note ?? null,
      done,
      failure: { step: current, error },
    };
  }
}
