import { useEffect, useState } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { ConnectionIndicator } from './alerts/connection-indicator.tsx'
import { useLiveAlerts } from './alerts/live-alerts.ts'
import { RecentAlertsCard } from './alerts/recent-alerts-card.tsx'
import { AuditTab } from './audit/audit-tab.tsx'
import { FlagsTab } from './flags/flags-tab.tsx'
import { StatisticsTab } from './statistics/statistics-tab.tsx'
import { type DashboardTab, useDashboardAddress } from './use-dashboard-address.ts'

/** The moderation dashboard: live alerts, the queue of flags, the audit log and statistics. */
export function Dashboard() {
  useTitle('Moderation')
  const { id: viewerId } = useUser()
  const address = useDashboardAddress()
  const { tab, setTab, flagId, openFlag } = address
  const now = useNow()
  const recent = useLiveAlerts((alerts) => alerts.recent)
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
      <RecentAlertsCard recent={recent} now={now} isFlagOpen={flagId !== null} onOpen={openFlag} />
      <TabsContent value="flags">
        <FlagsTab address={address} viewerId={viewerId} now={now} />
      </TabsContent>
      <TabsContent value="audit">
        <AuditTab now={now} onOpenFlag={openFlag} />
      </TabsContent>
      <TabsContent value="statistics">
        <StatisticsTab />
      </TabsContent>
    </Tabs>
  )
}

/** The current time, updated twice a minute, for relative times and overdue marks. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
