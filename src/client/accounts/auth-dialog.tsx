import { useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { LoginForm } from './login-form.tsx'
import { RecoverForm } from './recover-form.tsx'
import { RegisterForm } from './register-form.tsx'

export type AuthTab = 'login' | 'register' | 'recover'

interface AuthDialogProps extends Closable {
  /** The tab that is open first. */
  initialTab: AuthTab
}

const texts = {
  login: { title: 'Log in to Troupe', description: 'Continue with your characters and conversations.' },
  register: { title: 'Create your account', description: 'Free to start. All you need is a username and a password.' },
  recover: {
    title: 'Reset your password',
    description:
      'Enter one of your recovery codes, or the one that an admin of this site gave you. Each code works once.',
  },
} as const

/** The tabs Login and Sign Up, and the recovery form, which the login form links to. */
export function AuthDialog({ initialTab, onClose }: AuthDialogProps) {
  const [tab, setTab] = useState(initialTab)
  return (
    // The page that opens it has its own entry in the history.
    <Dialog closesOnBack={false} {...texts[tab]} onClose={onClose}>
      {tab === 'recover' ? <RecoverForm onBack={() => setTab('login')} /> : <AuthTabs tab={tab} onTabChange={setTab} />}
    </Dialog>
  )
}

function AuthTabs({ tab, onTabChange }: { tab: 'login' | 'register'; onTabChange: (tab: AuthTab) => void }) {
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value === 'register' ? 'register' : 'login')}>
      <TabsList aria-label="Log in or sign up">
        <TabsTrigger value="login">Login</TabsTrigger>
        <TabsTrigger value="register">Sign Up</TabsTrigger>
      </TabsList>
      <TabsContent value="login" className="mt-5">
        <LoginForm onForgotten={() => onTabChange('recover')} />
      </TabsContent>
      <TabsContent value="register" className="mt-5">
        <RegisterForm />
      </TabsContent>
    </Tabs>
  )
}
