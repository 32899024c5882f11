import * as client from '@partner-rating/client';
import * as operations from '@partner-rating/client/operations';
import * as testing from '@partner-rating/client/testing';
import * as webhooks from '@partner-rating/client/webhooks';
import * as ratings from '@partner-rating/ratings';
import { run } from './run.ts';
import type { Outcomes, Setting } from './setting.ts';

/** Runs the suite with the packages that the runtime imports. */
export async function runImported(setting: Setting): Promise<Outcomes> {
  return await run({ ...client, ...operations, ...testing, ...webhooks, ratings }, setting);
}
