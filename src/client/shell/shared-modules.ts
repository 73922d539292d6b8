// What the landing page and the signed-in application both show. Imported by the entry, so that it is part of the first
// chunk: otherwise the application would load the chunk of the landing page for it.
import '#client/accounts/destination.ts'
import '#client/characters/poster.tsx'
import '#client/characters/chat-count.tsx'
import '#client/lib/paths.ts'
import '#client/ui/badge.tsx'
import '#client/ui/brand.tsx'
import '#client/ui/page-header.tsx'
import '#client/ui/skeleton.tsx'
import '#client/ui/theme-toggle.tsx'
import '#shared/page-path.ts'
import './signed-out-app.tsx'
import './skip-link.tsx'
