import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestPlayer } from '../../connect/testing/connect-flow.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { auditOf, fillIn, makePlayer, noticeOn, openAccount, textOf } from '../testing/account.ts';

const path = '/account/profile';

describe('the profile of a player', () => {
  const flow = useConnectFlow();
  let player: TestPlayer;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    player = await makePlayer(flow(), `lena.${count}@example.com`);
  });

  /** The selected values of the form's lists. */
  const selected = { gender: 'UNKNOWN', country: '', state: '' };

  const stored = async () =>
    await flow()
      .database.selectFrom('member')
      .selectAll()
      .where('id', '=', player.memberId)
      .executeTakeFirstOrThrow();
  const set = async (facts: { is_vairified?: boolean; birth_date?: string; state?: string }) => {
    const member = flow().database.updateTable('member').where('id', '=', player.memberId);
    await member.set(facts).execute();
  };
  const edits = async () =>
    (await auditOf(flow(), 'member.edited'))
      .filter(({ member_id }) => member_id === player.memberId)
      .map(({ actor, details }) => ({ actor, details }));
  /** Sends the form with these values, like a form that lists the states of the country. */
  const save = async (values: Record<string, string>) => {
    const { browser } = await openAccount(flow(), player);
    const country = values.country === undefined ? {} : { listed_country: values.country };
    const answer = await fillIn(browser, path, { ...selected, ...country, ...values });
    return { browser, answer };
  };

  it('303 saves it, with an entry of the changed fields, and the settings show it', async () => {
    const { browser, answer } = await save({
      ...{ first_name: 'Lena', last_name: 'Vogt-Ruiz', birth_date: '1990-05-17' },
      ...{ gender: 'FEMALE', country: 'US', state: 'TX', city: 'Austin' },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/settings']);
    const settings = await browser.follow(answer);
    expect(noticeOn(settings)).toBe('Your profile is saved.');
    expect(textOf(settings)).toContain(
      'Name Lena Vogt-Ruiz Date of birth 17 May 1990 Gender Female Country United States State or region Texas City Austin Five rated games played No',
    );
    expect(await stored()).toMatchObject({
      ...{ last_name: 'Vogt-Ruiz', display_name: 'Lena V.', birth_date: '1990-05-17' },
      ...{ gender: 'FEMALE', country: 'US', state: 'TX', city: 'Austin' },
    });
    const changed = ['lastName', 'birthDate', 'gender', 'city', 'state', 'country'];
    expect(await edits()).toEqual([
      { actor: 'player', details: { changed, endedVerification: false } },
    ]);
  });

  it('303 adds one entry if it is sent twice', async () => {
    await save({ city: 'Lisbon' });
    await save({ city: 'Lisbon' });
    expect(await edits()).toHaveLength(1);
  });

  testRows([
    ['the first name', { first_name: 'Helena' }],
    ['the last name', { last_name: 'Ruiz' }],
    ['the gender', { gender: 'FEMALE' }],
  ])(
    'a change of the name or gender removes the mark for five rated games, and says so',
    async (_, values) => {
      await set({ is_vairified: true });
      const { browser, answer } = await save(values);
      expect(noticeOn(await browser.follow(answer))).toContain(
        'others do not see that you have five rated games',
      );
      expect((await stored()).is_vairified).toBe(false);
      expect((await edits()).at(-1)).toMatchObject({ details: { endedVerification: true } });
      expect(textOf(await browser.open('/account/activity'))).toContain(
        'Your profile was changed, and others no longer see that you have five rated games By you',
      );
    },
  );

  it('another change keeps the mark for five rated games', async () => {
    await set({ is_vairified: true });
    await save({ city: 'Porto', country: 'PT', birth_date: '1991-01-01' });
    expect((await stored()).is_vairified).toBe(true);
  });

  it('200 lists the states of another country before anything is saved', async () => {
    const { answer } = await save({ country: 'CA', listed_country: '', city: 'Toronto' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<option value="ON">Ontario</option>');
    expect(answer.body).toMatch(/name="city"[^>]* value="Toronto"/);
    expect((await stored()).country).toBeNull();
  });

  it('keeps a state that was stored before there was a list', async () => {
    await set({ state: 'The North' });
    const { answer } = await save({ state: 'The North', city: 'Bergen' });
    expect(answer.statusCode).toBe(303);
    expect(await stored()).toMatchObject({ state: 'The North', city: 'Bergen' });
  });

  testRows([
    ['first_name', ''],
    ['last_name', 'a\u0000'],
    ['birth_date', '1986-02-30'],
    ['birth_date', '1860-01-01'],
    ['gender', 'female'],
    ['country', 'ZZ'],
    ['state', 'Texas'],
    ['city', 'x'.repeat(101)],
  ])('422 with the error next to the field, and nothing is saved', async (name, value) => {
    const before = await stored();
    const { answer } = await save({ country: 'US', [name]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toMatch(new RegExp(`<p class="field-error" id="${name}-error">`));
    expect(answer.body).toMatch(new RegExp(`id="${name}"[^>]* aria-invalid="true"`));
    expect(await stored()).toEqual(before);
  });

  it('422 for a child, and for another birth date within a day', async () => {
    await set({ birth_date: '1990-01-01' });
    const { browser, answer } = await save({ birth_date: '2020-01-01' });
    expect(answer.statusCode).toBe(422);
    const other = await fillIn(browser, path, { ...selected, birth_date: '1989-01-01' });
    expect(other.statusCode).toBe(422);
    expect((await fillIn(browser, path, { ...selected, city: 'Porto' })).statusCode).toBe(303);
    expect((await stored()).birth_date).toBe('1990-01-01');
    flow().advance(86_400 + 1);
    const { answer: later } = await save({ birth_date: '1989-01-01' });
    expect(later.statusCode).toBe(303);
  });

  it('a later birth date never ends the protection of a player under 16', async () => {
    await set({ birth_date: '2012-01-01' });
    const { protected_until } = await stored();
    await save({ birth_date: '1990-01-01' });
    expect(await stored()).toMatchObject({ protected_until, is_discoverable: false });
  });

  it('422 without a birth date that was stored', async () => {
    await set({ birth_date: '1990-01-01' });
    expect((await save({ birth_date: '' })).answer.statusCode).toBe(422);
  });
});
