/**
 * A drawing of how SDO works in an account, as SVG in the colours of the page (`.drawing` of app/styles/app.css). Its 360 units are
 * about as many pixels on a phone, so that its words can be read there.
 */

const box = (place: string, className: string) => `<rect class="${className}" ${place} rx="6"/>`
const text = (x: number, y: number, words: string, className = '') =>
  `<text x="${x}" y="${y}"${className && ` class="${className}"`}>${words}</text>`
const arrow = (path: string) => `<path class="drawing-arrow" d="${path}" marker-end="url(#drawing-head)"/>`

function instance(x: number, market: string, processes: string[]): string {
  const squares = processes.map(
    (name, index) =>
      box(`x="${x + 8}" y="${322 + index * 26}" width="74" height="22"`, 'drawing-process') +
      text(x + 45, 337 + index * 26, name),
  )
  return (
    box(`x="${x}" y="296" width="90" height="82"`, 'drawing-box') +
    text(x + 45, 313, market, 'drawing-quiet') +
    squares.join('')
  )
}

const people = [
  ['You', 'in the portal'],
  ['Your builds', 'by /v1'],
  ['Your users', 'straight in'],
] as const

const description =
  'You and your build system talk to SDO, which is outside of your AWS account. SDO works in the account with the roles of your template: in the network of an ' +
  'environment it makes load balancers and launches instances, Spot and on-demand, which run the processes of your applications. People who use your ' +
  'applications reach the load balancer directly, not through SDO. Images, names and what processes print stay in your account as well.'

export const accountDrawing = [
  '<svg class="drawing" viewBox="0 0 360 468" role="img" aria-labelledby="drawing-title drawing-description">',
  '<title id="drawing-title">How SDO works in your AWS account</title>',
  `<desc id="drawing-description">${description}</desc>`,
  '<defs><marker id="drawing-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
  '<path d="M0 0 8 4 0 8Z"/></marker></defs>',

  ...people.map(([name, how], index) => {
    const y = 1 + index * 51
    return (
      box(`x="1" y="${y}" width="112" height="44"`, 'drawing-box') +
      text(57, y + 18, name) +
      text(57, y + 35, how, 'drawing-quiet')
    )
  }),
  arrow('M113 23H150'),
  arrow('M113 74H150'),
  box('x="152" y="1" width="207" height="95"', 'drawing-sdo'),
  text(255, 28, 'SDO', 'drawing-strong'),
  text(255, 50, 'plans the cheapest fleet,', 'drawing-quiet'),
  text(255, 67, 'rolls out new versions,', 'drawing-quiet'),
  text(255, 84, 'replaces Spot in time', 'drawing-quiet'),
  arrow('M236 96V187'),
  text(245, 122, 'with the roles', 'drawing-quiet drawing-start'),
  text(245, 138, 'of your template', 'drawing-quiet drawing-start'),

  box('x="1" y="160" width="358" height="307"', 'drawing-account'),
  text(75, 179, 'Your AWS account', 'drawing-strong drawing-start'),
  box('x="13" y="190" width="334" height="200"', 'drawing-environment'),
  text(75, 210, 'Environment: a network of its own', 'drawing-start'),

  box('x="130" y="223" width="206" height="36"', 'drawing-box'),
  text(233, 246, 'Load balancers'),
  arrow('M57 147V241H128'),
  arrow('M233 259V274H69V294'),
  arrow('M233 274H180V294'),
  arrow('M233 274H291V294'),
  instance(24, 'Spot', ['shop', 'api']),
  instance(135, 'Spot', ['shop', 'shop']),
  instance(246, 'On-demand', ['shop', 'api']),

  ...['Images in ECR', 'Route 53', 'CloudWatch'].map((name, index) => {
    const x = 13 + index * 114
    const quiet = ['', 'your names', 'what they print'][index] ?? ''
    return (
      box(`x="${x}" y="404" width="106" height="50"`, 'drawing-box') +
      text(x + 53, quiet === '' ? 434 : 425, name) +
      (quiet && text(x + 53, 442, quiet, 'drawing-quiet'))
    )
  }),
  '</svg>',
].join('\n')
