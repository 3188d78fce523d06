import { startLoad } from '../../e2e/load'

/** Run by measure-loss: `load-process URL CONNECTIONS` sends load until it is told to stop, then tells its report. */
const [url = '', connections = '1'] = process.argv.slice(2)
const load = startLoad(url, Number(connections))
const telling = setInterval(() => process.send?.({ sent: load.sent() }), 100)

process.once('message', () => {
  clearInterval(telling)
  void load.stop().then((report) => process.send?.({ report }))
})
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
