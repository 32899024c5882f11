import { describe, expect, it } from 'vitest';
import { judgeAddress, normalizeTargets } from './endpoint-address.ts';

const codeOf = (url: string, targets: string[] = []) => {
  const address = judgeAddress(url, normalizeTargets(targets));
  return 'fault' in address ? address.fault.code : 'valid';
};

describe('an endpoint URL', () => {
  it.each([
    'https://courtside.example/hooks/ratings',
    'https://courtside.example',
    'https://courtside.example:8443/hooks?key=1#part',
    'https://COURTSIDE.example./',
    'https://local.example/',
    'https://hooks.mylocal/',
    'https://8x8.example/',
    'https://bücher.example/',
    'https://1.1.1.1/hooks',
    'https://[2606:4700:4700::1111]:8443/hooks',
  ])('may be %s', (url) => {
    expect(codeOf(url)).toBe('valid');
  });

  it.each([
    ['', 'format'],
    ['/hooks', 'format'],
    ['https://', 'format'],
    ['https://256.256.256.256/', 'format'],
    ['https://courtside.example/\0', 'format'],
    ['https://courts\tide.example/', 'format'],
    [' https://courtside.example/', 'format'],
    ['https://courtside.example/a b', 'format'],
    ['https://partner:secret@courtside.example/', 'credentials_in_url'],
    ['https://partner@courtside.example/', 'credentials_in_url'],
    ['http://courtside.example/', 'https_required'],
    ['ftp://courtside.example/', 'https_required'],
    ['file:///etc/passwd', 'https_required'],
    ['https://localhost/', 'address_not_public'],
    ['https://intranet/', 'address_not_public'],
    ['https://127.0.0.1/', 'address_not_public'],
    ['https://[::1]/', 'address_not_public'],
    ['https://localhost./', 'address_not_public'],
    ['https://hooks.localhost/', 'address_not_public'],
    ['https://printer.local/', 'address_not_public'],
    ['https://hooks.internal/', 'address_not_public'],
    ['https://router.home.arpa/', 'address_not_public'],
    ['https://hooks.onion/', 'address_not_public'],
    ['https://:secret@courtside.example/', 'credentials_in_url'],
  ])('may not be %j: %s', (url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  it.each([
    ['/hooks', 'such as https://partner.example/hooks'],
    ['https://partner@courtside.example/', 'verify the signature of each event instead'],
    ['http://courtside.example/', 'must begin with https://'],
    ['http://localhost:3000/hooks', 'with WEBHOOK_PRIVATE_TARGETS=localhost:3000.'],
    ['http://[::1]/hooks', 'with WEBHOOK_PRIVATE_TARGETS=[::1]:80.'],
    [
      'https://localhost/',
      'must be reachable from the public internet: private, loopback, link-local and other',
    ],
  ])('is refused with what would be right: %s', (url, advice) => {
    expect(judgeAddress(url, [])).toMatchObject({
      fault: { detail: expect.stringContaining(advice) },
    });
  });

  it('is resolved by its host, without the brackets of an IPv6 address', () => {
    expect(judgeAddress('https://[2606:4700:4700::1111]:8443/hooks', [])).toMatchObject({
      host: '2606:4700:4700::1111',
      isPrivateTarget: false,
    });
    expect(judgeAddress('https://courtside.example/', [])).toMatchObject({
      host: 'courtside.example',
    });
  });
});

describe('a private target the operator allows', () => {
  const targets = ['127.0.0.1:4020', 'localhost:80', '[::1]:4020', 'receiver.internal:443'];

  it('is passed on as one, and what is no target allows nothing', () => {
    expect(judgeAddress('http://localhost/', normalizeTargets(targets))).toMatchObject({
      host: 'localhost',
      isPrivateTarget: true,
    });
    expect(normalizeTargets(['', 'local host', 'LOCALHOST'])).toEqual(['localhost:80']);
  });

  it.each([
    'http://127.0.0.1:4020/hooks',
    'https://127.0.0.1:4020/hooks',
    'http://2130706433:4020/',
    'http://localhost/',
    'http://LOCALHOST:80/',
    'http://[0:0:0:0:0:0:0:1]:4020/',
    'https://receiver.internal/',
  ])('may be %s', (url) => {
    expect(codeOf(url, targets)).toBe('valid');
  });

  it.each([
    ['http://127.0.0.1:4021/', 'https_required'],
    ['http://127.0.0.2:4020/', 'https_required'],
    ['https://localhost/', 'address_not_public'],
    ['http://partner:secret@127.0.0.1:4020/', 'credentials_in_url'],
    ['ftp://127.0.0.1:4020/', 'https_required'],
  ])('is no other: %s', (url, code) => {
    expect(codeOf(url, targets)).toBe(code);
  });
});
