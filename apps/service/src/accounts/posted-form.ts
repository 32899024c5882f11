import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { type Cookies, readCookies } from './cookies.ts';
import { isOwnPost } from './domain/own-post.ts';
import { isFormToken } from './form-token.ts';

/** A form that a browser posted. */
export interface PostedForm {
  /** The value of a field; the empty string where it is missing or repeated. */
  field: (name: string) => string;
  /** Each field that was sent, once. */
  names: () => string[];
  /** Every value of a field that may be repeated. */
  fields: (name: string) => string[];
  cookies: Cookies;
  raw: FastifyRequest;
  requestId: string;
  log: FastifyBaseLogger;
}

export function readForm(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  raw: FastifyRequest,
  read = readCookies,
): PostedForm {
  const body = new URLSearchParams(typeof raw.body === 'string' ? raw.body : '');
  const fields = (name: string) => body.getAll(name);
  return {
    names: () => [...new Set(body.keys())],
    fields,
    field: (name) => {
      const [value = '', ...others] = fields(name);
      return others.length === 0 ? value : '';
    },
    cookies: read(publicUrl, raw.headers.cookie),
    raw,
    requestId: raw.id,
    log: raw.log,
  };
}

/** Whether a form comes from a page of ours, in this browser's session (or visit). */
export function isGenuineForm(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  form: PostedForm,
  boundTo: 'session' | 'visit',
): boolean {
  const { cookies, field } = form;
  return isOwnForm(dependencies, form) && isFormToken(cookies[boundTo], field('form_token'));
}

/** Whether a form is not from another site, although its page may be out of date. */
export function isOwnForm(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  { raw }: PostedForm,
): boolean {
  return isOwnPost(raw.headers, publicUrl);
}

/** What is wrong with a form whose page the browser no longer has the cookie of. */
export const outdatedForm: FormFault = {
  field: null,
  text: 'This page was open for too long, or your browser sends no cookies. Send it again.',
};
