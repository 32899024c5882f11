import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markupFindingsIn } from '@partner-rating/browser';
import { beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { queueDueMails } from '../queue-player-mails.ts';
import { connect, proveEmails } from '../testing/account.ts';
import { pagesOfAnybody, pagesOfPlayer } from '../testing/every-page.ts';
import { allMailsSent, mailboxOf, register } from '../testing/mails.ts';
import { playSeason, reportResult } from '../testing/matches.ts';
import { speakPseudoLanguage, untranslatedOn } from '../testing/pseudo-language.ts';

const HALF_AN_HOUR = 30 * 60;

describe('every page', () => {
  const flow = useConnectFlow({ withMailbox: true });
  let inPseudoLanguage: string[];
  beforeAll(async () => {
    await connect(flow());
    await playSeason(flow(), { matches: 12 });
    await reportResult(flow());
    await reportResult(flow(), { isTwice: true });
    const read = async () =>
      [...(await pagesOfAnybody(flow())), ...(await pagesOfPlayer(flow()))].map(({ body }) => body);
    const speakEnglish = speakPseudoLanguage();
    inPseudoLanguage = await read().finally(speakEnglish);
  });

  it('takes every text from a catalogue, so that another language needs only a catalogue', () => {
    const untranslated = inPseudoLanguage.flatMap((html) => {
      expect(html).toContain('⟦');
      return untranslatedOn(html);
    });
    expect([...new Set(untranslated)]).toEqual([]);
  });

  it('has templates without words', () => {
    const sources = join(import.meta.dirname, '../..');
    const templates = globSync('{account,connect,platform}/**/*.eta', { cwd: sources });
    const withWords = templates.filter((path) => {
      const source = readFileSync(join(sources, path), 'utf8');
      const isScript = path.endsWith('show-password.eta');
      return !isScript && untranslatedOn(source.replace(/<%.*?%>/gs, '')).length > 0;
    });
    expect(templates.length).toBeGreaterThan(20);
    expect(withWords).toEqual([]);
  });

  it('has no finding of html-validate', async () => {
    expect((await Promise.all(inPseudoLanguage.map(markupFindingsIn))).flat()).toEqual([]);
  });

  it('has no finding of html-validate in emails', async () => {
    await proveEmails(flow());
    await register(new BrowserSession(flow().app));
    flow().advance(HALF_AN_HOUR);
    while ((await queueDueMails(flow().dependencies)) > 0);
    await allMailsSent(flow());
    const mails = mailboxOf(flow()).received;
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).toContain('Finish your registration');
    expect(subjects).toContain('2 results are waiting for you');
    expect((await Promise.all(mails.map(({ html }) => markupFindingsIn(html)))).flat()).toEqual([]);
  });
});
