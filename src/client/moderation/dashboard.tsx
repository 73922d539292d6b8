import { useEffect, useReducer } from 'react'
import { cx } from '#client/lib/cx.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { reconnectAlerts, useLiveAlerts } from './alerts/live-alerts.ts'
import { RecentAlertsCard } from './alerts/recent-alerts-card.tsx'
import { AuditTab } from './audit/audit-tab.tsx'
import { FlagsTab } from './flags/flags-tab.tsx'
import { StatisticsTab } from './statistics/statistics-tab.tsx'
import { type DashboardTab, useDashboardAddress } from './use-dashboard-address.ts'

export function Dashboard() {
  useTitle('Moderation')
  const { tab, setTab } = useDashboardAddress()
  useRenderEvery(30_000)
  return (
    <Tabs value={tab} onValueChange={(next) => setTab(next as DashboardTab)} className="@container/dashboard">
      <header className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="font-[550] text-3xl tracking-[-0.025em]">Moderation</h1>
        <div className="ml-auto xl:order-last">
          <ConnectionIndicator />
        </div>
        <TabsList aria-label="Moderation" className="max-xl:w-full">
          <TabsTrigger value="flags">Content Flags</TabsTrigger>
          <TabsTrigger value="audit">Audit Log</TabsTrigger>
          <TabsTrigger value="statistics">Statistics</TabsTrigger>
        </TabsList>
      </header>
      <RecentAlertsCard />
      <TabsContent value="flags">
        <FlagsTab />
      </TabsContent>
      <TabsContent value="audit">
        <AuditTab />
      </TabsContent>
      <TabsContent value="statistics">
        <StatisticsTab />
      </TabsContent>
    </Tabs>
  )
}

/** Renders again, for relative times and overdue marks. */
function useRenderEvery(milliseconds: number) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(render, milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}

const states = {
  connecting: { label: 'Connecting', dot: 'bg-gilt animate-breathe' },
  connected: { label: 'Connected', dot: 'bg-good' },
  disconnected: { label: 'Disconnected', dot: 'bg-danger' },
} as const

/** Whether alerts arrive, and how. */
function ConnectionIndicator() {
  const { state, transport } = useLiveAlerts()
  return (
    <div className="flex items-center gap-2">
      <p
        role="status"
        aria-label="Live alerts"
        className="flex min-h-9 items-center gap-2 rounded-full border border-line bg-card px-3.5 text-sm"
      >
        <span aria-hidden className={cx('size-2.5 rounded-full', states[state].dot)} />
        {states[state].label}
        {transport === 'sse' && <span className="text-ink-soft text-xs">without WebSocket</span>}
      </p>
      {state === 'disconnected' && (
        <Button variant="outline" className="min-h-9 py-1.5 pointer-coarse:min-h-11" onClick={reconnectAlerts}>
          Reconnect
        </Button>
      )}
    </div>
  )
}
