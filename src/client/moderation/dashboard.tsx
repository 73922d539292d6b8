import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { ConnectionIndicator } from './alerts/connection-indicator.tsx'
import { RecentAlertsCard } from './alerts/recent-alerts-card.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { AuditTab } from './audit/audit-tab.tsx'
import { FlagsTab } from './flags/flags-tab.tsx'
import { StatisticsTab } from './statistics/statistics-tab.tsx'
import { type DashboardTab, useDashboardAddress } from './use-dashboard-address.ts'
import { useNow } from './use-now.ts'

/** The moderation dashboard: live alerts, the queue of flags, the audit log and statistics. */
export function Dashboard() {
  useTitle('Moderation')
  const { id: viewerId } = useUser()
  const address = useDashboardAddress()
  const now = useNow()
  const alerts = useAlerts(viewerId, address.openFlag)
  return (
    <>
      <PageHeader title="Moderation" action={<ConnectionIndicator alerts={alerts} />} />
      <RecentAlertsCard recent={alerts.recent} now={now} onOpen={address.openFlag} />
      <Tabs value={address.tab} onValueChange={(tab) => address.setTab(tab as DashboardTab)}>
        <TabsList aria-label="Moderation" className="mb-4 sm:w-fit">
          <TabsTrigger value="flags">Content Flags</TabsTrigger>
          <TabsTrigger value="audit">Audit Log</TabsTrigger>
          <TabsTrigger value="statistics">Statistics</TabsTrigger>
        </TabsList>
        <TabsContent value="flags">
          <FlagsTab address={address} viewerId={viewerId} now={now} />
        </TabsContent>
        <TabsContent value="audit">
          <AuditTab now={now} onOpenFlag={address.openFlag} />
        </TabsContent>
        <TabsContent value="statistics">
          <StatisticsTab />
        </TabsContent>
      </Tabs>
    </>
  )
}
