import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  ChangePasswordFields,
  createPasswordCheckFields,
  LoginFields,
  RecoverFields,
  RegisterFields,
} from './form-schemas.ts'

/** The form's message and the invalid fields, or null if the form is valid. */
function errorOf(schema: z.ZodType, form: Record<string, string>) {
  const { error } = schema.safeParse(form)
  if (!error) return null
  const [first] = error.issues
  const fields = error.issues.map(({ path }) => path.join('.')).filter((field) => field !== 'root')
  return { message: first?.message, isShownOnce: first?.path[0] === 'root', fields }
}

describe('login', () => {
  it('requires both fields', () => {
    const error = { message: 'Please enter both username and password', isShownOnce: true }
    expect(errorOf(LoginFields, { username: '', password: 'secret' })).toEqual({ ...error, fields: ['username'] })
    expect(errorOf(LoginFields, { username: '  ', password: '' })).toEqual({
      ...error,
      fields: ['username', 'password'],
    })
    expect(errorOf(LoginFields, { username: 'pat', password: 'x' })).toBeNull()
  })
})

describe('sign up', () => {
  const valid = { username: 'pat', password: 'secret', confirmPassword: 'secret' }

  it('accepts a valid form', () => {
    expect(errorOf(RegisterFields, valid)).toBeNull()
  })

  it('reports one problem at a time, in the order of the specification', () => {
    expect(errorOf(RegisterFields, { ...valid, confirmPassword: '' })?.message).toBe('Please fill in all fields')
    expect(errorOf(RegisterFields, { ...valid, password: 'abc', confirmPassword: 'abd' })?.message).toBe(
      'Passwords do not match',
    )
    expect(errorOf(RegisterFields, { ...valid, password: 'abcde', confirmPassword: 'abcde' })?.message).toBe(
      'Password must be at least 6 characters long',
    )
  })
})

describe('recovery', () => {
  const valid = { username: 'pat', code: '7KQM', newPassword: 'found again', confirmPassword: 'found again' }

  it('accepts a valid form, and reports one problem at a time', () => {
    expect(errorOf(RecoverFields, valid)).toBeNull()
    expect(errorOf(RecoverFields, { ...valid, code: ' ' })).toEqual({
      message: 'Please enter your username, a recovery code and a new password',
      isShownOnce: true,
      fields: ['code'],
    })
    expect(errorOf(RecoverFields, { ...valid, confirmPassword: 'x' })).toEqual({
      message: 'Passwords do not match',
      isShownOnce: true,
      fields: ['confirmPassword'],
    })
    expect(errorOf(RecoverFields, { ...valid, newPassword: 'abcde', confirmPassword: 'abcde' })).toEqual({
      message: 'Password must be at least 6 characters long',
      isShownOnce: true,
      fields: ['newPassword'],
    })
  })
})

describe('a password change', () => {
  const valid = { currentPassword: 'x', newPassword: 'found again', confirmPassword: 'found again' }

  it('accepts a valid form with any current password, and reports one problem at a time', () => {
    expect(errorOf(ChangePasswordFields, valid)).toBeNull()
    expect(errorOf(ChangePasswordFields, { ...valid, currentPassword: '' })).toEqual({
      message: 'Please fill in all fields',
      isShownOnce: true,
      fields: ['currentPassword'],
    })
    expect(errorOf(ChangePasswordFields, { ...valid, newPassword: 'found' })).toEqual({
      message: 'Passwords do not match',
      isShownOnce: true,
      fields: ['confirmPassword'],
    })
  })

  it('counts code points, not UTF-16 units', () => {
    const short = '🗝🗝🗝🗝🗝'
    expect(errorOf(ChangePasswordFields, { ...valid, newPassword: short, confirmPassword: short })?.message).toBe(
      'Password must be at least 6 characters long',
    )
  })
})

describe('a password check', () => {
  it('requires the password', () => {
    const schema = createPasswordCheckFields(null)
    expect(errorOf(schema, { name: '', password: '' })).toEqual({
      message: 'Please enter your password.',
      isShownOnce: true,
      fields: ['password'],
    })
    expect(errorOf(schema, { name: '', password: 'x' })).toBeNull()
  })

  it('requires the username first if the form has it, ignoring case', () => {
    const schema = createPasswordCheckFields('Pat')
    expect(errorOf(schema, { name: 'pit', password: '' })).toEqual({
      message: 'Please type Pat to confirm.',
      isShownOnce: false,
      fields: ['name'],
    })
    expect(errorOf(schema, { name: ' pat', password: 'x' })).toBeNull()
  })
})
