import { codeAt } from '@partner-rating/service/src/connect/login/testing/second-factor.ts';
import type { VirtualTime } from '../machine/virtual-time.ts';

interface Timed {
  time: VirtualTime;
}

const STEP_MILLISECONDS = 30_000;

/**
 * The authenticator app of somebody with two-step verification, and the last time step whose code
 * is used up.
 */
export interface CodeApp {
  key: string;
  usedStep: number;
}

/** An app with a new key. */
export function newCodeApp(key: string, now: number): CodeApp {
  return { key, usedStep: stepOf(now) - 1 };
}

/** Reads the key that a page shows for typing into an app. */
export function keyOn({ body }: { body: string }): string {
  return /<p class="key"><code>([^<]+)<\/code>/.exec(body)?.[1] ?? '';
}

/** Returns the app's next unused code. */
export async function nextCode({ time }: Timed, app: CodeApp): Promise<string> {
  const next = (app.usedStep + 1) * STEP_MILLISECONDS;
  if (time.now < next) await time.pass(next - time.now);
  app.usedStep = stepOf(time.now);
  return codeAt(app.key, time.clock());
}

/** The code that was entered last. */
export function usedCode({ key, usedStep }: CodeApp): string {
  return codeAt(key, new Date(usedStep * STEP_MILLISECONDS));
}

/** A code that is not valid at any time nearby. */
export function wrongCode({ time }: Timed, { key }: CodeApp): string {
  const near = [-1, 0, 1].map((steps) =>
    codeAt(key, new Date(time.now + steps * STEP_MILLISECONDS)),
  );
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '444444';
}

const stepOf = (now: number) => Math.floor(now / STEP_MILLISECONDS);
