import { describe, expect, it } from 'vitest'
import { loginFaults, registerFaults } from './auth-forms.ts'

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
