// Times French pay by publicodes and modele-social: start, net of a gross, gross of a
// net, after income tax. Each question has an amount of its own, so that nothing is
// answered from memory. Usage: node publicodes.mjs [ANSWERS]   (default 25)
import Engine from 'publicodes'
import rules from 'modele-social'

const answers = Number(process.argv[2] ?? 25)
const gross = 'salarié . contrat . salaire brut'
const net = 'salarié . rémunération . net . payé après impôt'
const silent = { log() {}, warn() {}, error() {} }
const engine = new Engine(rules, { logger: silent })
const started = performance.now() // since the process began

// median of the milliseconds of an answer; the first ones warm the compiler up.
function median(from, to, first) {
  const times = []
  for (let i = 0; i < answers + 5; i++) {
    const begun = performance.now()
    engine.setSituation({ [from]: `${first + i} €/mois` })
    if (!(engine.evaluate(to).nodeValue > 0)) throw new Error(`no ${to} of ${from}`)
    if (i >= 5) times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[answers >> 1]
}

const rows = [
  ['net of a gross', median(gross, net, 3000), 'ms'],
  ['gross of a net', median(net, gross, 2500), 'ms'],
  ['start', started, 'ms'],
  ['memory', process.resourceUsage().maxRSS / 1024, 'MB'],
]
for (const [what, value, unit] of rows) console.log(`publicodes, ${what}`.padEnd(40), value.toFixed(1).padStart(12), unit)
