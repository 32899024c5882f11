import { launchChromium } from '@partner-rating/browser';
import * as ratings from '@partner-rating/ratings';
import { readDocument } from '@partner-rating/spec/document';
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { predictOne, rateSeason } from '../behaviours/model.ts';
import { suite } from '../behaviours/run.ts';
import type { Service, Setting } from '../behaviours/setting.ts';
import { consentOfPlayer, pageOfPlayer } from '../src/consent.ts';
import { chromiumPage } from '../src/runtimes/chromium.ts';
import { commandLineRuntimes } from '../src/runtimes/command-line.ts';
import { reactNative } from '../src/runtimes/react-native.ts';
import type { Run } from '../src/runtimes/runtime.ts';
import { workerd } from '../src/runtimes/workerd.ts';

const operationIds = readDocument(document)
  .operations()
  .filter(({ isCalled }) => isCalled)
  .map(({ id }) => id)
  .toSorted();
const runtimes = [...commandLineRuntimes, workerd, chromiumPage, reactNative];
const facts = inject('facts');
const redirect_uri = `${inject('pageOrigin')}/callback`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await pageOfPlayer(browser, facts);
});
afterAll(async () => {
  await browser.close();
});

describe.each(runtimes)('$name', ({ run, lacks = {} }) => {
  let ran: Run;
  let setting: Setting;
  beforeAll(async () => {
    setting = await newSetting();
    ran = await run(inject('project'), setting);
  });

  const promises = Object.entries(suite).flatMap(([target, behaviours]) =>
    Object.keys(behaviours).map((promise) => [target, promise] as const),
  );

  testRows(promises)('keeps every promise', (target, promise) => {
    const wrong = ran.outcomes.promises[target]?.[promise];
    const lacking = lacks[promise];
    if (lacking !== undefined) expect(wrong).toMatch(lacking);
    else if (wrong !== null) throw new Error(wrong ?? 'The runtime did not run this behaviour.');
  });

  testRows(['against the mock', 'against the service'])(
    'succeeds in every operation of the document',
    (target) => {
      expect(ran.outcomes.operations[target]).toEqual(operationIds);
    },
  );

  test('prints no key and no secret', () => {
    expect(ran.printed).toContain('Printed:');
    expect(ran.printed).not.toMatch(/pr[kar]_|whsec_/);
    expect(ran.printed).not.toContain(setting.service.consent.code_verifier);
  });
});

/** Returns the servers for the behaviours of one run, with an unused consent. */
async function newSetting(): Promise<Setting> {
  const [one, two, three, four] = facts.otherMembers.map(({ id }) => id);
  return {
    mock,
    service: {
      baseUrl: facts.baseUrl,
      apiKey: facts.apiKey,
      strangersKey: facts.otherApplication.apiKey,
      players: [one, two, three, four] as Service['players'],
      webhookUrl: `${inject('receiverOrigin')}/hooks`,
      consent: await consentOfPlayer(page, facts, redirect_uri),
    },
    misbehaving: { origin: inject('pageOrigin'), elsewhere: inject('elsewhereOrigin') },
    model: {
      skills: JSON.stringify(rateSeason(ratings)),
      prediction: JSON.stringify(predictOne(ratings)),
    },
  };
}

const mock: Service = {
  baseUrl: `${inject('mockOrigin')}/api/v1`,
  apiKey: 'prk_any',
  strangersKey: 'prk_any',
  players: [
    'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    'mem_01jq8z7c5e9tkr0v6p3g8w2nbd',
    'mem_01jq9a2f7hxm4q8s1z6y3t5vkc',
    'mem_01jqa4k8n2p6w0d9r7e5c3j1fs',
  ],
  webhookUrl: 'https://courtside.example/hooks',
  consent: {
    code: 'prc_0000000000000000000000000000000000000000000',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    redirect_uri: 'https://courtside.example/callback',
  },
};
