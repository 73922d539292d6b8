import { describe, expect, it } from 'vitest'
import { changePasswordFaults, loginFaults, recoverFaults, registerFaults } from './auth-forms.ts'

describe('login', () => {
  it('needs both fields', () => {
    const fault = { message: 'Please enter both username and password' }
    expect(loginFaults({ username: '', password: 'secret' })).toMatchObject({ ...fault, fields: ['username'] })
    expect(loginFaults({ username: '  ', password: '' })).toMatchObject({ ...fault, fields: ['username', 'password'] })
    expect(loginFaults({ username: 'pat', password: 'x' })).toBeNull()
  })
})

describe('sign up', () => {
  const good = { username: 'pat', password: 'secret', confirmPassword: 'secret' }

  it('takes a good form', () => {
    expect(registerFaults(good)).toBeNull()
  })

  it('says one thing at a time, in the order of the spec', () => {
    expect(registerFaults({ ...good, confirmPassword: '' })?.message).toBe('Please fill in all fields')
    expect(registerFaults({ ...good, password: 'abc', confirmPassword: 'abd' })?.message).toBe('Passwords do not match')
    expect(registerFaults({ ...good, password: 'abcde', confirmPassword: 'abcde' })?.message).toBe(
      'Password must be at least 6 characters long',
    )
  })
})

describe('recovery', () => {
  const good = { username: 'pat', code: '7KQM', newPassword: 'found again', confirmPassword: 'found again' }

  it('takes a good form, and says one thing at a time', () => {
    expect(recoverFaults(good)).toBeNull()
    expect(recoverFaults({ ...good, code: ' ' })).toEqual({
      message: 'Please enter your username, a recovery code and a new password',
      fields: ['code'],
    })
    expect(recoverFaults({ ...good, confirmPassword: 'x' })).toEqual({
      message: 'Passwords do not match',
      fields: ['confirmPassword'],
    })
    expect(recoverFaults({ ...good, newPassword: 'abcde', confirmPassword: 'abcde' })).toEqual({
      message: 'Password must be at least 6 characters long',
      fields: ['newPassword'],
    })
  })
})

describe('a change of password', () => {
  const good = { currentPassword: 'x', newPassword: 'found again', confirmPassword: 'found again' }

  it('takes a good form, whatever the current password is, and says one thing at a time', () => {
    expect(changePasswordFaults(good)).toBeNull()
    expect(changePasswordFaults({ ...good, currentPassword: '' })?.fields).toEqual(['currentPassword'])
    expect(changePasswordFaults({ ...good, newPassword: 'found' })?.fields).toEqual(['confirmPassword'])
    expect(changePasswordFaults({ ...good, newPassword: '🗝🗝🗝🗝🗝', confirmPassword: '🗝🗝🗝🗝🗝' })?.message).toBe(
      'Password must be at least 6 characters long',
    )
  })
})
