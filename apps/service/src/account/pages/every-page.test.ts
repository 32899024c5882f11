import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markupFindingsIn } from '@partner-rating/browser';
import { beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { logInAt, validQuery } from '../../connect/testing/journeys.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { withIdentity } from '../../platform/pages/identity.ts';
import { renderHome } from '../../platform/pages/render.ts';
import { namedOperator } from '../../testing/named-operator.ts';
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

describe('with the settings of an operator who serves others', () => {
  const flow = useConnectFlow({ withMailbox: true, environment: namedOperator });
  const links = [
    'href="mailto:help@lonestar.example">Contact</a>',
    'href="https://lonestar.example/privacy">Privacy statement</a>',
    'href="https://lonestar.example/terms">Terms</a>',
  ];
  const operatedBy =
    '<bdi>Lone Star Ratings</bdi> is operated by <strong><bdi>Texas Racquet Association</bdi></strong>.';

  it('people read who operates it before they register, sign up, or allow an application', async () => {
    const browser = new BrowserSession(flow().app);
    const decisions = [
      await browser.open('/account/register'),
      await browser.open('/console/sign-up'),
      (await logInAt(flow(), validQuery(flow()))).page,
    ];
    for (const { body } of decisions) {
      const [before = '', after = ''] = body.split('<div class="actions">');
      expect(before).toContain(operatedBy);
      expect(after).not.toContain('<footer');
    }
  });

  it('every page names the service, and its operator once, also as the response to a form', async () => {
    await connect(flow());
    const ofPartners = ['/console', '/console/sign-up', '/operator', '/operator/log-in'];
    const browser = new BrowserSession(flow().app);
    const pages = [
      ...(await pagesOfAnybody(flow())),
      ...(await pagesOfPlayer(flow())),
      ...(await Promise.all(ofPartners.map(async (path) => await browser.open(path)))),
    ].filter(({ headers }) => String(headers['content-type']).startsWith('text/html'));
    expect(pages.length).toBeGreaterThan(40);
    for (const { body } of pages) {
      expect(body).toMatch(/<title>[^<]+ – Lone Star Ratings<\/title>/);
      expect(body).not.toContain('Partner Rating');
      for (const part of [operatedBy, ...links]) expect(body.split(part)).toHaveLength(2);
    }
    expect((await Promise.all(pages.map(({ body }) => markupFindingsIn(body)))).flat()).toEqual([]);
  });

  it('every mail ends with the service, its operator, and where to reach them', async () => {
    await register(new BrowserSession(flow().app));
    await allMailsSent(flow());
    const [mail] = mailboxOf(flow()).received;
    expect(mail?.text).toContain(
      [
        'Lone Star Ratings',
        `${flow().dependencies.publicUrl}/account`,
        'Lone Star Ratings is operated by Texas Racquet Association.',
        'Contact: help@lonestar.example',
        'Privacy statement: https://lonestar.example/privacy',
        'Terms: https://lonestar.example/terms',
      ].join('\n'),
    );
    for (const part of [operatedBy, ...links]) expect(mail?.html).toContain(part);
    expect(await markupFindingsIn(mail?.html ?? '')).toEqual([]);
  });
});

it.each([
  ['PRIVACY_URL', '<a href="https://lonestar.example/privacy">Privacy statement</a>'],
  ['OPERATOR_NAME', '<bdi>Texas Racquet Association</bdi>'],
] as const)('a page shows only what is set, for example %s', (variable, shown) => {
  const configuration = readConfiguration({ [variable]: namedOperator[variable] });
  const page = withIdentity(configuration, renderHome);
  const [, footer = ''] = /<footer class="operator">(.*?)<\/footer>/s.exec(page) ?? [];
  expect(footer).toContain(shown);
  expect(footer).not.toContain('·');
  expect(renderHome()).not.toContain('<footer');
});
