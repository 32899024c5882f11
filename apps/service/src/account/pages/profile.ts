import { PROFILE_PATH } from '../../connect/login/links.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import { findMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { type HtmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { type FormError, type FormField, renderForm } from '../../platform/pages/render.ts';
import { changeProfile } from '../change-profile.ts';
import { type Profile, profileOf, readProfile } from '../domain/new-account.ts';
import { dayWords } from '../domain/page-words.ts';
import { countries, statesOf } from '../domain/regions.ts';
import { accountTexts } from '../domain/texts.ts';
import { rememberTooYoung, wasTooYoung } from '../register.ts';
import {
  type AccountStep,
  attemptAnswer,
  doneAnswer,
  type LoggedInPlayer,
  SETTINGS_PATH,
  untried,
} from './account-form.ts';

interface Shown {
  profile: Profile;
  errors?: FormError[];
  cookies?: string[];
}

/** Returns the page where players complete and correct their profile. */
export async function profilePage(
  { database }: Dependencies,
  player: LoggedInPlayer,
): Promise<HtmlAnswer> {
  return showProfile(player, { profile: await findProfile(database, player.memberId) });
}

function showProfile(
  { session }: LoggedInPlayer,
  { profile, errors = [], cookies = [] }: Shown,
): HtmlAnswer {
  const texts = accountTexts().profile;
  const page = renderForm({
    heading: texts.heading,
    lead: texts.lead,
    action: PROFILE_PATH,
    formToken: createFormToken(session),
    // Says which country's states the form lists.
    hidden: { listed_country: profile.country },
    fields: fieldsOf(profile),
    submit: texts.submit,
    cancel: SETTINGS_PATH,
    errors,
    errorHeading: texts.notSaved,
    links: [{ ...texts.explained, address: '/docs/guides/for-players' }],
  });
  const attempt = errors.length === 0 ? untried : ({ status: 422, errors } as const);
  return attemptAnswer(attempt, page, { cookies });
}

function fieldsOf(profile: Profile): FormField[] {
  const texts = accountTexts().profile;
  const notGiven = { code: '', name: texts.notGiven };
  const text = { type: 'text', maxLength: 100 } as const;
  const states = statesOf(profile.country);
  return [
    {
      ...text,
      name: 'first_name',
      label: texts.firstName,
      autocomplete: 'given-name',
      value: profile.firstName,
    },
    {
      ...text,
      name: 'last_name',
      label: texts.lastName,
      autocomplete: 'family-name',
      value: profile.lastName,
      hint: texts.lastNameHint,
    },
    {
      name: 'birth_date',
      label: texts.birthDate,
      type: 'date',
      autocomplete: 'bday',
      value: profile.birthDate,
      isOptional: profile.birthDate === '',
      hint: texts.birthDateHint,
    },
    {
      name: 'gender',
      label: texts.gender,
      type: 'select',
      autocomplete: 'sex',
      value: profile.gender,
      choices: Object.entries(texts.genders).map(([code, name]) => ({ code, name })),
      hint: texts.genderHint,
    },
    {
      name: 'country',
      label: texts.country,
      type: 'select',
      autocomplete: 'country',
      value: profile.country,
      choices: [notGiven, ...countries()],
      isOptional: true,
    },
    ...(states.length === 0 && profile.state === ''
      ? []
      : [
          {
            name: 'state',
            label: texts.state,
            type: 'select',
            autocomplete: 'address-level1',
            value: profile.state,
            choices: withOwn([notGiven, ...states], profile.state),
            isOptional: true,
          } as const,
        ]),
    {
      ...text,
      name: 'city',
      label: texts.city,
      autocomplete: 'address-level2',
      value: profile.city,
      isOptional: true,
    },
  ];
}

/** Describes the profile for the settings. */
export function shownProfile(member: MemberRow): { label: string; value: string }[] {
  const profile = profileOf(member);
  const texts = accountTexts().profile;
  return [
    { label: texts.name, value: `${profile.firstName} ${profile.lastName}` },
    ...fieldsOf(profile)
      .slice(2)
      .map(({ label, value = '', choices, type }) => ({
        label,
        value: valueWords(type === 'date' && value !== '' ? dayWords(value).text : value, choices),
      })),
    { label: texts.fiveGames, value: member.is_vairified ? texts.yes : texts.no },
  ];
}

function valueWords(value: string, choices: FormField['choices']): string {
  return (
    choices?.find(({ code }) => code === value)?.name ?? (value || accountTexts().profile.notGiven)
  );
}

/** Returns the choices, with a value that was stored before there was a list. */
function withOwn(choices: NonNullable<FormField['choices']>, own: string) {
  return choices.some(({ code }) => code === own)
    ? choices
    : [...choices, { code: own, name: own }];
}

export function submitProfile(dependencies: Dependencies): AccountStep {
  const { database, clock, configuration } = dependencies;
  return async (form, player) => {
    const { field } = form;
    const typed: Profile = {
      firstName: field('first_name'),
      lastName: field('last_name'),
      birthDate: field('birth_date'),
      gender: field('gender'),
      city: field('city'),
      state: field('state'),
      country: field('country'),
    };
    const known = await findProfile(database, player.memberId);
    const email = player.email ?? '';
    const read = readProfile(typed, known, {
      now: clock(),
      minimumAge: configuration.minimumAge,
      wasTooYoung: await wasTooYoung(dependencies, form, email),
    });
    if ('errors' in read) {
      const cookies = read.isTooYoung ? [await rememberTooYoung(dependencies, form, email)] : [];
      return showProfile(player, { profile: typed, errors: read.errors, cookies });
    }
    const { values } = read;
    // The form did not list the states of the new country.
    if (values.country !== field('listed_country') && statesOf(values.country).length > 0) {
      return showProfile(player, { profile: { ...values, state: '' } });
    }
    const changed = await changeProfile(dependencies, player.memberId, values);
    // The player was erased, so the page asks for a log-in.
    if (changed === null) return redirectAnswer(SETTINGS_PATH);
    return doneAnswer(dependencies, {
      kind: changed.endedVerification ? 'profile-unverified' : 'profile-saved',
    });
  };
}

async function findProfile(database: Database, memberId: string): Promise<Profile> {
  const member = await findMember(database, memberId);
  if (member === undefined) throw new Error('The logged-in player has no member.');
  return profileOf(member);
}
