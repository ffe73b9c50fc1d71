import CMainQueue
import Dispatch
