import { setTimeout as sleep } from 'node:timers/promises';
import { UserAgent } from '@partner-rating/browser';
import { pino } from 'pino';
import { readConfiguration } from '../../../src/platform/configuration/configuration.ts';
import {
  baseAddress,
  type Dependencies,
} from '../../../src/platform/configuration/dependencies.ts';
import type { Database } from '../../../src/platform/database/schema.ts';
import { startService } from '../../../src/service.ts';
import { linkIn, type Mailbox } from '../../../src/testing/mailbox.ts';

/** A running service, and the mailbox of everybody. */
export interface Stage {
  dependencies: Dependencies;
  /** The address of the pages. */
  origin: string;
  /** The address of the API. */
  baseUrl: string;
  mailbox: Mailbox;
  stop: () => Promise<void>;
}

export interface StageOptions {
  database: Database;
  mailbox: Mailbox;
  clock: () => Date;
  secretsKey: string;
  /** The receiver of webhooks, `host:port`. */
  target: string;
  /** Settings that differ from the defaults. */
  environment?: Record<string, string>;
}

/** Starts the service without limits for log-ins, because everybody comes from this machine. */
export async function openStage({
  database,
  mailbox,
  clock,
  secretsKey,
  target,
  environment = {},
}: StageOptions): Promise<Stage> {
  const { dependencies, stop } = await startService({
    database,
    configuration: readConfiguration({
      PORT: '0',
      SEED: 'none',
      SECRETS_KEY: secretsKey,
      WEBHOOK_PRIVATE_TARGETS: target,
      LOG_IN_RATE_LIMIT: '0',
      ...mailbox.environment,
      ...environment,
    }),
    logger: pino({ level: 'silent' }),
    clock,
  });
  const origin = dependencies.publicUrl;
  return { dependencies, origin, baseUrl: baseAddress(dependencies), mailbox, stop };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

/** Waits for a mail to an address, and opens its link in a browser. Each address gets one mail. */
export async function openMailedLink(stage: Stage, email: string, browser = new UserAgent()) {
  const find = () => stage.mailbox.received.find(({ to }) => to === email);
  await until(() => find() !== undefined);
  const mail = find();
  if (mail === undefined) throw new Error(`There is no mail to ${email}.`);
  return { browser, page: await browser.open(linkIn(mail)) };
}
