export { HomePage as default } from '../components/home-page'
