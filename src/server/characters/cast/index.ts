import { alasdairFinch } from './alasdair-finch.ts'
import { andileKhumalo } from './andile-khumalo.ts'
import { auntieMeher } from './auntie-meher.ts'
import { barnabyTuck } from './barnaby-tuck.ts'
import { beaLindqvist } from './bea-lindqvist.ts'
import { calixtaFonseca } from './calixta-fonseca.ts'
import { captainRhodes } from './captain-rhodes.ts'
import { concettaLoBianco } from './concetta-lo-bianco.ts'
import { doloresQuintanilla } from './dolores-quintanilla.ts'
import { drAmaraOyelaran } from './dr-amara-oyelaran.ts'
import { elioSantangelo } from './elio-santangelo.ts'
import { faridHaddad } from './farid-haddad.ts'
import { fennaDeWit } from './fenna-de-wit.ts'
import { gideonPlum } from './gideon-plum.ts'
import { haruOfNihonbashi } from './haru-of-nihonbashi.ts'
import { imogenAchterberg } from './imogen-achterberg.ts'
import { inesCalder } from './ines-calder.ts'
import { jossPelletier } from './joss-pelletier.ts'
import { junoPark } from './juno-park.ts'
import { kitTamura } from './kit-tamura.ts'
import { leonieBaptiste } from './leonie-baptiste.ts'
import { mannyRestrepo } from './manny-restrepo.ts'
import { marenSolheim } from './maren-solheim.ts'
import type { CastMember } from './member.ts'
import { mercer } from './mercer.ts'
import { mordecaiThrupp } from './mordecai-thrupp.ts'
import { nilufarSadiq } from './nilufar-sadiq.ts'
import { noorCastellane } from './noor-castellane.ts'
import { november } from './november.ts'
import { oldTomas } from './old-tomas.ts'
import { paxTolliver } from './pax-tolliver.ts'
import { pilarXimenez } from './pilar-ximenez.ts'
import { raviMenon } from './ravi-menon.ts'
import { rozKaplan } from './roz-kaplan.ts'
import { serAldithRooke } from './ser-aldith-rooke.ts'
import { silasMarrow } from './silas-marrow.ts'
import { viktorHrabal } from './viktor-hrabal.ts'
import { wrenOfHarrow } from './wren-of-harrow.ts'
import { yahyaAlWarraq } from './yahya-al-warraq.ts'
import { yusraDahl } from './yusra-dahl.ts'
import { zoraBell } from './zora-bell.ts'

/**
 * The house company, in billing order: a new gallery shows them so, and no two neighbours share a category.
 * One file a character, one line here.
 */
export const cast: readonly CastMember[] = [
  inesCalder,
  captainRhodes,
  oldTomas,
  wrenOfHarrow,
  beaLindqvist,
  drAmaraOyelaran,
  silasMarrow,
  junoPark,
  leonieBaptiste,
  barnabyTuck,
  zoraBell,
  concettaLoBianco,
  kitTamura,
  jossPelletier,
  november,
  alasdairFinch,
  mercer,
  mordecaiThrupp,
  auntieMeher,
  gideonPlum,
  faridHaddad,
  noorCastellane,
  andileKhumalo,
  viktorHrabal,
  yusraDahl,
  marenSolheim,
  haruOfNihonbashi,
  imogenAchterberg,
  nilufarSadiq,
  fennaDeWit,
  calixtaFonseca,
  paxTolliver,
  serAldithRooke,
  mannyRestrepo,
  doloresQuintanilla,
  pilarXimenez,
  raviMenon,
  rozKaplan,
  elioSantangelo,
  yahyaAlWarraq,
]
