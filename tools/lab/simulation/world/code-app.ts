import { codeAt } from '@partner-rating/service/src/connect/login/testing/second-factor.ts';
import type { VirtualTime } from '../machine/virtual-time.ts';

interface Timed {
  time: VirtualTime;
}

const STEP_MILLISECONDS = 30_000;

/** The app of somebody who has two-step verification, and up to which time step its codes are used up. */
export interface CodeApp {
  key: string;
  usedStep: number;
}

/** An app that has just been given a key. */
export function newCodeApp(key: string, now: number): CodeApp {
  return { key, usedStep: stepOf(now) - 1 };
}

/** The key that a page shows to be typed into an app. */
export function keyOn({ body }: { body: string }): string {
  return /<p class="key"><code>([^<]+)<\/code>/.exec(body)?.[1] ?? '';
}

/** The code that an app shows next: one that was not typed before. */
export async function nextCode({ time }: Timed, app: CodeApp): Promise<string> {
  const next = (app.usedStep + 1) * STEP_MILLISECONDS;
  if (time.now < next) await time.pass(next - time.now);
  app.usedStep = stepOf(time.now);
  return codeAt(app.key, time.clock());
}

/** The code that was typed last. */
export function usedCode({ key, usedStep }: CodeApp): string {
  return codeAt(key, new Date(usedStep * STEP_MILLISECONDS));
}

/** A code that the app shows at no time near. */
export function wrongCode({ time }: Timed, { key }: CodeApp): string {
  const near = [-1, 0, 1].map((steps) =>
    codeAt(key, new Date(time.now + steps * STEP_MILLISECONDS)),
  );
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '444444';
}

const stepOf = (now: number) => Math.floor(now / STEP_MILLISECONDS);
