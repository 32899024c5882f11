import type { Page } from 'playwright-core';
import type { Club } from '../club.ts';

/** Connects the demonstration's player: logs in at the service, allows, and returns to the club. */
export async function connectInBrowser(page: Page, { address, facts }: Club): Promise<void> {
  const { email, password } = facts.member;
  await page.goto(address);
  await page.getByRole('link', { name: 'Connect your rating' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${address}/player`);
}
