import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { operatorCommands, useOperator } from './testing/operator.ts';

testRows(operatorCommands())('every command has --json, and a description', (_, command) => {
  expect(command.options.map(({ long }) => long)).toContain('--json');
  expect(command.description()).toMatch(/\.$/);
});

describe('commands print only JSON for programs', () => {
  const { json: run, createPartner, createMember } = useOperator();

  it('of a partner and its keys', async () => {
    const clientId = 'courtside-club';
    expect(await createPartner(clientId)).toEqual({
      applicationId: expect.stringMatching(/^app_/),
      clientId,
      keyId: expect.stringMatching(/^key_/),
      apiKey: expect.stringMatching(/^prk_/),
    });
    expect(await run('partner', 'suspend', clientId)).toMatchObject([{ clientId }]);
    const [key] = await run('partner', 'key', 'create', clientId);
    expect(await run('partner', 'key', 'revoke', String(key?.keyId), '--end-tokens')).toEqual([
      { endedTokens: 0 },
    ]);
  });

  it('of a member, who is erased only with --yes', async () => {
    const email = 'mike.brennan@example.com';
    const { memberId } = await createMember(email);
    expect(memberId).toMatch(/^mem_/);
    expect(await run('member', 'link', '--email', email, '--purpose', 'reset')).toEqual([
      { link: expect.stringContaining('token=') },
    ]);
    // Commands that ask nothing accept it too.
    expect(await run('member', 'discovery', 'on', memberId, '--yes')).toMatchObject([
      { memberId, isDiscoverable: true },
    ]);
    await expect(run('member', 'erase', memberId)).rejects.toThrow(/Add --yes/);
    expect(await run('member', 'erase', '--yes', memberId)).toEqual([
      { memberId, connections: 0, reported: [] },
    ]);
  });

  it('of ratings and secrets', async () => {
    const done = { status: 'succeeded', problem: null };
    expect(await run('ratings', 'audit')).toMatchObject([
      { ...done, kind: 'ratings_audit', result: { matches: 0, findings: 0, due: 0 } },
    ]);
    expect(await run('ratings', 'rebuild')).toMatchObject([{ ...done, result: { sports: [] } }]);
    const none = { rows: 0, resealed: 0, lostRows: 0, lost: [] };
    expect(await run('secrets', 'reseal')).toMatchObject([
      { ...done, result: { endpoints: none, operatorKeys: none, answers: none } },
    ]);
  });
});
