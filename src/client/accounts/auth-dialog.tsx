import { Dialog } from '#client/ui/dialog.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { LoginForm } from './login-form.tsx'
import { RecoverForm } from './recover-form.tsx'
import { RegisterForm } from './register-form.tsx'

export type AuthTab = 'login' | 'register' | 'recover'

export interface AuthDialogProps {
  /** The open tab, or null if the dialog is closed. */
  tab: AuthTab | null
  onTabChange: (tab: AuthTab | null) => void
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
export function AuthDialog({ tab, onTabChange }: AuthDialogProps) {
  const { title, description } = texts[tab ?? 'login']
  return (
    <Dialog
      open={tab !== null}
      onOpenChange={(open) => !open && onTabChange(null)}
      // The page that opens it has its own entry in the history.
      closesOnBack={false}
      title={title}
      description={description}
    >
      {tab === 'recover' ? (
        <RecoverForm onBack={() => onTabChange('login')} />
      ) : (
        <AuthTabs tab={tab ?? 'login'} onTabChange={onTabChange} />
      )}
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
