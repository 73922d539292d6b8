import { expect, it } from 'vitest'
import type { z } from 'zod'
import {
  createChangePasswordFields,
  createPasswordCheckFields,
  LoginFields,
  RecoverFields,
  RegisterFields,
} from './form-schemas.ts'

/** The form's message and the invalid fields, or null if the form is valid. */
function errorOf(schema: z.ZodType, form: Record<string, string>) {
  const { error } = schema.safeParse(form)
  if (!error) return null
  const fields = error.issues.map(({ path }) => path.join('.')).filter((field) => field !== 'root')
  return [error.issues[0]?.message, ...fields]
}

const login = { username: 'pat', password: 'x' }
const signUp = { username: 'pat', password: 'secret', confirmPassword: 'secret' }
const recovery = { username: 'pat', code: '7KQM', newPassword: 'found again', confirmPassword: 'found again' }
const change = { currentPassword: 'x', newPassword: 'found again', confirmPassword: 'found again' }
const differ = 'Passwords do not match'
const short = 'Password must be at least 6 characters long'
const loginNeeds = 'Please enter both username and password'
const recoveryNeeds = 'Please enter your username, a recovery code and a new password'
const deletion = createPasswordCheckFields('Pat')

it.each<[string, z.ZodType, Record<string, string>, (string | undefined)[] | null]>([
  ['a login', LoginFields, login, null],
  ['a login without a name (spec 5.login)', LoginFields, { ...login, username: '' }, [loginNeeds, 'username']],
  ['an empty login', LoginFields, { username: '  ', password: '' }, [loginNeeds, 'username', 'password']],
  ['a recovery', RecoverFields, recovery, null],
  ['a recovery without a code', RecoverFields, { ...recovery, code: ' ' }, [recoveryNeeds, 'code']],
  ['a recovery with another', RecoverFields, { ...recovery, confirmPassword: 'x' }, [differ, 'confirmPassword']],
  ['a password change', createChangePasswordFields(true), change, null],
  [
    'a change without the current one',
    createChangePasswordFields(true),
    { ...change, currentPassword: '' },
    ['Please fill in all fields', 'currentPassword'],
  ],
  ['a first password', createChangePasswordFields(false), { ...change, currentPassword: '' }, null],
  [
    'a change with another',
    createChangePasswordFields(true),
    { ...change, newPassword: 'found' },
    [differ, 'confirmPassword'],
  ],
  [
    'a password check without one',
    createPasswordCheckFields(null),
    { name: '', password: '' },
    ['Please enter your password.', 'password'],
  ],
  ['a deletion with another name', deletion, { name: 'pit', password: '' }, ['Please type Pat to confirm.', 'name']],
  ['a deletion, in any case', deletion, { name: ' pat', password: 'x' }, null],
])('%s reports one problem at a time', (_, schema, form, expected) => {
  expect(errorOf(schema, form)).toEqual(expected)
})

it.each([
  [{ ...signUp, confirmPassword: '' }, 'Please fill in all fields', '5.register.1'],
  [{ ...signUp, password: 'abc', confirmPassword: 'abd' }, differ, '5.register.2'],
  [{ ...signUp, password: 'abcde', confirmPassword: 'abcde' }, short, '5.register.3'],
  // Code points are counted, not UTF-16 units.
  [{ ...signUp, password: '🗝🗝🗝🗝🗝', confirmPassword: '🗝🗝🗝🗝🗝' }, short, '5.register.3'],
  [signUp, undefined, '9.password'],
])('signing up with %j reports first: %s (spec %s)', (form, message, _sentence) => {
  expect(errorOf(RegisterFields, form)?.[0]).toBe(message)
})
