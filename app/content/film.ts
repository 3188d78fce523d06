/** The demo: where its film, its captions and the picture before it starts are on the site. */
export const film = { video: '/film/demo.webm', captions: '/film/demo.vtt', poster: '/film/demo.jpg' }

/** Pixels of the film. */
export const filmSize = { width: 1280, height: 720 }

/** Markup of the film, which is loaded when somebody starts it. */
export const filmHtml = [
  `<video class="panel w-full h-auto" controls preload="none" playsinline poster="${film.poster}"`,
  ` width="${filmSize.width}" height="${filmSize.height}" aria-label="The demo: a new version, and a Spot instance that is replaced">`,
  `<source src="${film.video}" type="video/webm">`,
  `<track kind="captions" src="${film.captions}" srclang="en" label="English" default>`,
  `<a class="link" href="${film.video}">Download the film</a>`,
  '</video>',
].join('')
