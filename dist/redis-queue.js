import{a as e,i as t,n,o as r,r as i,t as a}from"./rolldown-runtime.js";import{t as o}from"./ioredis.js";import{n as s}from"./job.js";import{n as c}from"./job-shape.js";import{t as l}from"./queue.js";import*as u from"node:fs";import{debuglog as d}from"node:util";import{createServer as f}from"node:net";import{Readable as p}from"node:stream";import{EventEmitter as m}from"node:events";import{Worker as h}from"node:worker_threads";import{createHash as g,randomUUID as _}from"node:crypto";import{URL as v}from"node:url";import*as y from"node:path";import{createRequire as b}from"module";import{fork as x}from"node:child_process";import{setTimeout as S}from"node:timers/promises";const C=({installationId:e,repository:t})=>`${e}/${t.owner}/${t.repo}`;var w=class{#e;#t=new Map;constructor(e){this.#e=Math.max(1,e-1)}isFree(e){return(this.#t.get(e)??0)<this.#e}enter(e){this.#t.set(e,(this.#t.get(e)??0)+1)}leave(e){let t=(this.#t.get(e)??0)-1;t>0?this.#t.set(e,t):this.#t.delete(e)}},ee=class{#e=new Map;#t=0;serve(e){this.#e.delete(e),this.#e.set(e,++this.#t),this.#e.size>1e4&&this.#e.delete(this.#e.keys().next().value)}next(e){let t;for(let n of e)(t===void 0||this.#n(n[0])<this.#n(t[0]))&&(t=n);return t}#n(e){return this.#e.get(e)??0}},te=class{constructor(e){this.value=void 0,this.next=null,this.value=e}},ne=class{constructor(){this.length=0,this.head=null,this.tail=null}push(e){let t=new te(e);return this.length?this.tail.next=t:this.head=t,this.tail=t,this.length+=1,t}shift(){if(this.length){let e=this.head;return this.head=this.head.next,--this.length,e}return null}},T=class{constructor(e=!1){this.ignoreErrors=e,this.queue=new ne,this.pending=new Set,this.newPromise()}add(e){this.pending.add(e),e.then(t=>{this.pending.delete(e),this.queue.length===0&&this.resolvePromise(t),this.queue.push(t)}).catch(t=>{this.ignoreErrors&&this.queue.push(void 0),this.pending.delete(e),this.rejectPromise(t)})}async waitAll(){await Promise.all(this.pending)}numTotal(){return this.pending.size+this.queue.length}numPending(){return this.pending.size}numQueued(){return this.queue.length}resolvePromise(e){this.resolve(e),this.newPromise()}rejectPromise(e){this.reject(e),this.newPromise()}newPromise(){this.nextPromise=new Promise((e,t)=>{this.resolve=e,this.reject=t})}async wait(){return this.nextPromise}async fetch(){if(this.pending.size!==0||this.queue.length!==0){for(;this.queue.length===0;)try{await this.wait()}catch(e){this.ignoreErrors||console.error(`Unexpected Error in AsyncFifoQueue`,e)}return this.queue.shift()?.value}}},E=class{static normalize(e){if(Number.isFinite(e))return{type:`fixed`,delay:e};if(e)return e}static calculate(e,t,n,r,i){if(e)return D(e,i)(t,e.type,n,r)}};E.builtinStrategies={fixed:function(e,t=0){return function(){if(t>0){let n=e*(1-t);return Math.floor(Math.random()*e*t+n)}return e}},exponential:function(e,t=0){return function(n){if(t>0){let r=Math.round(2**(n-1)*e),i=r*(1-t);return Math.floor(Math.random()*r*t+i)}return Math.round(2**(n-1)*e)}}};function D(e,t){if(e.type in E.builtinStrategies)return E.builtinStrategies[e.type](e.delay,e.jitter);if(t)return t;throw Error(`Unknown backoff strategy ${e.type}.
      If a custom backoff strategy is used, specify it when the queue is created.`)}var O;(function(e){e[e.Init=0]=`Init`,e[e.Start=1]=`Start`,e[e.Stop=2]=`Stop`,e[e.GetChildrenValuesResponse=3]=`GetChildrenValuesResponse`,e[e.GetIgnoredChildrenFailuresResponse=4]=`GetIgnoredChildrenFailuresResponse`,e[e.GetDependenciesCountResponse=5]=`GetDependenciesCountResponse`,e[e.MoveToWaitingChildrenResponse=6]=`MoveToWaitingChildrenResponse`,e[e.Cancel=7]=`Cancel`,e[e.GetDependenciesResponse=8]=`GetDependenciesResponse`})(O||={});var k;(function(e){e[e.JobNotExist=-1]=`JobNotExist`,e[e.JobLockNotExist=-2]=`JobLockNotExist`,e[e.JobNotInState=-3]=`JobNotInState`,e[e.JobPendingChildren=-4]=`JobPendingChildren`,e[e.ParentJobNotExist=-5]=`ParentJobNotExist`,e[e.JobLockMismatch=-6]=`JobLockMismatch`,e[e.ParentJobCannotBeReplaced=-7]=`ParentJobCannotBeReplaced`,e[e.JobBelongsToJobScheduler=-8]=`JobBelongsToJobScheduler`,e[e.JobHasFailedChildren=-9]=`JobHasFailedChildren`,e[e.SchedulerJobIdCollision=-10]=`SchedulerJobIdCollision`,e[e.SchedulerJobSlotsBusy=-11]=`SchedulerJobSlotsBusy`})(k||={});var A;(function(e){e[e.Completed=0]=`Completed`,e[e.Error=1]=`Error`,e[e.Failed=2]=`Failed`,e[e.InitFailed=3]=`InitFailed`,e[e.InitCompleted=4]=`InitCompleted`,e[e.Log=5]=`Log`,e[e.MoveToDelayed=6]=`MoveToDelayed`,e[e.MoveToWait=7]=`MoveToWait`,e[e.Progress=8]=`Progress`,e[e.Update=9]=`Update`,e[e.GetChildrenValues=10]=`GetChildrenValues`,e[e.GetIgnoredChildrenFailures=11]=`GetIgnoredChildrenFailures`,e[e.GetDependenciesCount=12]=`GetDependenciesCount`,e[e.MoveToWaitingChildren=13]=`MoveToWaitingChildren`,e[e.GetDependencies=14]=`GetDependencies`})(A||={});var re;(function(e){e[e.ONE_MINUTE=1]=`ONE_MINUTE`,e[e.FIVE_MINUTES=5]=`FIVE_MINUTES`,e[e.FIFTEEN_MINUTES=15]=`FIFTEEN_MINUTES`,e[e.THIRTY_MINUTES=30]=`THIRTY_MINUTES`,e[e.ONE_HOUR=60]=`ONE_HOUR`,e[e.ONE_WEEK=10080]=`ONE_WEEK`,e[e.TWO_WEEKS=20160]=`TWO_WEEKS`,e[e.ONE_MONTH=80640]=`ONE_MONTH`})(re||={});var j;(function(e){e.QueueName=`bullmq.queue.name`,e.QueueOperation=`bullmq.queue.operation`,e.BulkCount=`bullmq.job.bulk.count`,e.BulkNames=`bullmq.job.bulk.names`,e.JobName=`bullmq.job.name`,e.JobId=`bullmq.job.id`,e.JobKey=`bullmq.job.key`,e.JobIds=`bullmq.job.ids`,e.JobAttemptsMade=`bullmq.job.attempts.made`,e.DeduplicationKey=`bullmq.job.deduplication.key`,e.JobOptions=`bullmq.job.options`,e.JobProgress=`bullmq.job.progress`,e.QueueDrainDelay=`bullmq.queue.drain.delay`,e.QueueGrace=`bullmq.queue.grace`,e.QueueCleanLimit=`bullmq.queue.clean.limit`,e.QueueCleanCount=`bullmq.queue.clean.count`,e.QueueRateLimit=`bullmq.queue.rate.limit`,e.JobType=`bullmq.job.type`,e.QueueOptions=`bullmq.queue.options`,e.QueueEventMaxLength=`bullmq.queue.event.max.length`,e.QueueJobsState=`bullmq.queue.jobs.state`,e.WorkerOptions=`bullmq.worker.options`,e.WorkerName=`bullmq.worker.name`,e.WorkerId=`bullmq.worker.id`,e.WorkerRateLimit=`bullmq.worker.rate.limit`,e.WorkerDoNotWaitActive=`bullmq.worker.do.not.wait.active`,e.WorkerForceClose=`bullmq.worker.force.close`,e.WorkerStalledJobs=`bullmq.worker.stalled.jobs`,e.WorkerFailedJobs=`bullmq.worker.failed.jobs`,e.WorkerJobsToExtendLocks=`bullmq.worker.jobs.to.extend.locks`,e.JobAttemptFinishedTimestamp=`bullmq.job.attempt_finished_timestamp`,e.JobProcessedTimestamp=`bullmq.job.processed.timestamp`,e.JobResult=`bullmq.job.result`,e.JobFailedReason=`bullmq.job.failed.reason`,e.FlowName=`bullmq.flow.name`,e.JobSchedulerId=`bullmq.job.scheduler.id`,e.JobState=`bullmq.job.state`})(j||={});var ie;(function(e){e.QueueJobsCount=`bullmq.queue.jobs`,e.JobsCompleted=`bullmq.jobs.completed`,e.JobsFailed=`bullmq.jobs.failed`,e.JobsDelayed=`bullmq.jobs.delayed`,e.JobsRetried=`bullmq.jobs.retried`,e.JobsWaiting=`bullmq.jobs.waiting`,e.JobsWaitingChildren=`bullmq.jobs.waiting_children`,e.JobDuration=`bullmq.job.duration`})(ie||={});var M;(function(e){e[e.INTERNAL=0]=`INTERNAL`,e[e.SERVER=1]=`SERVER`,e[e.CLIENT=2]=`CLIENT`,e[e.PRODUCER=3]=`PRODUCER`,e[e.CONSUMER=4]=`CONSUMER`})(M||={});const ae={1:`Uncaught Fatal Exception`,2:`Unused`,3:`Internal JavaScript Parse Error`,4:`Internal JavaScript Evaluation Failure`,5:`Fatal Error`,6:`Non-function Internal Exception Handler`,7:`Internal Exception Handler Run-Time Failure`,8:`Unused`,9:`Invalid Argument`,10:`Internal JavaScript Run-Time Failure`,12:`Invalid Debug Argument`,13:`Unfinished Top-Level Await`};var oe=class extends m{constructor(e,t,n={useWorkerThreads:!1}){super(),this.mainFile=e,this.processFile=t,this.opts=n,this._exitCode=null,this._signalCode=null,this._killed=!1}get pid(){if(this.childProcess)return this.childProcess.pid;if(this.worker)return Math.abs(this.worker.threadId);throw Error(`No child process or worker thread`)}get exitCode(){return this._exitCode}get signalCode(){return this._signalCode}get killed(){return this.childProcess?this.childProcess.killed:this._killed}async init(){var e,t;let n=await le(process.execArgv),r;this.opts.useWorkerThreads?this.worker=r=new h(this.mainFile,Object.assign({execArgv:n,stdin:!0,stdout:!0,stderr:!0},this.opts.workerThreadsOptions?this.opts.workerThreadsOptions:{})):this.childProcess=r=x(this.mainFile,[],Object.assign({execArgv:n,stdio:`pipe`},this.opts.workerForkOptions?this.opts.workerForkOptions:{})),r.on(`exit`,(e,t)=>{this._exitCode=e,t=t===void 0?null:t,this._signalCode=t,this._killed=!0,this.emit(`exit`,e,t),r.removeAllListeners(),this.removeAllListeners()}),r.on(`error`,(...e)=>this.emit(`error`,...e)),r.on(`message`,(...e)=>this.emit(`message`,...e)),r.on(`close`,(...e)=>this.emit(`close`,...e)),(e=r.stdout)==null||e.pipe(process.stdout),(t=r.stderr)==null||t.pipe(process.stderr),await this.initChild()}async send(e){return new Promise((t,n)=>{this.childProcess?this.childProcess.send(e,e=>{e?n(e):t()}):this.worker?t(this.worker.postMessage(e)):t()})}killProcess(e=`SIGKILL`){this.childProcess?this.childProcess.kill(e):this.worker&&(e===`SIGTERM`?this.worker.postMessage({cmd:O.Stop}):this.worker.terminate())}async kill(e=`SIGKILL`,t){if(this.hasProcessExited())return;let n=se(this.childProcess||this.worker);if(this.killProcess(e),t!==void 0&&(t===0||isFinite(t))){let e=setTimeout(()=>{this.hasProcessExited()||this.killProcess(`SIGKILL`)},t);await n,clearTimeout(e)}await n}async initChild(){let e=new Promise((e,t)=>{let n=i=>{if(Object.values(A).includes(i.cmd)){if(i.cmd===A.InitCompleted)e();else if(i.cmd===A.InitFailed){let e=Error();e.stack=i.err.stack,e.message=i.err.message,t(e)}this.off(`message`,n),this.off(`close`,r)}},r=(e,i)=>{e>128&&(e-=128);let a=ae[e]||`Unknown exit code ${e}`;t(Error(`Error initializing child: ${a} and signal ${i}`)),this.off(`message`,n),this.off(`close`,r)};this.on(`message`,n),this.on(`close`,r)});await this.send({cmd:O.Init,value:this.processFile}),await e}hasProcessExited(){return!!(this.exitCode!==null||this.signalCode)}};function se(e){return new Promise(t=>{e.once(`exit`,()=>t())})}const ce=async()=>new Promise(e=>{let t=f();t.listen(0,()=>{let{port:n}=t.address();t.close(()=>e(n))})}),le=async e=>{let t=[],n=[];for(let r=0;r<e.length;r++){let i=e[r];if(i.indexOf(`--inspect`)===-1)t.push(i);else{let e=i.split(`=`)[0],t=await ce();n.push(`${e}=${t}`)}}return t.concat(n)},ue=()=>typeof t==`function`&&typeof module==`object`&&typeof module.exports==`object`;var de=class{constructor({mainFile:e=ue()?y.join(process.cwd(),`dist/cjs/classes/main.js`):y.join(process.cwd(),`dist/esm/classes/main.js`),useWorkerThreads:t,workerForkOptions:n,workerThreadsOptions:r}){this.retained={},this.free={},this.opts={mainFile:e,useWorkerThreads:t,workerForkOptions:n,workerThreadsOptions:r}}async retain(e){let t=this.getFree(e).pop();if(t)return this.retained[t.pid]=t,t;t=new oe(this.opts.mainFile,e,{useWorkerThreads:this.opts.useWorkerThreads,workerForkOptions:this.opts.workerForkOptions,workerThreadsOptions:this.opts.workerThreadsOptions}),t.on(`exit`,this.remove.bind(this,t));try{if(await t.init(),t.exitCode!==null||t.signalCode!==null)throw Error(`Child exited before it could be retained`);return this.retained[t.pid]=t,t}catch(e){if(console.error(e),t.childProcess||t.worker)try{this.kill(t,`SIGKILL`).catch(e=>{console.error(`Failed to kill child after init error:`,e)})}catch(e){console.error(`Failed to kill child after init error:`,e)}throw e}}release(e){delete this.retained[e.pid],this.getFree(e.processFile).push(e)}remove(e){delete this.retained[e.pid];let t=this.getFree(e.processFile),n=t.indexOf(e);n>-1&&t.splice(n,1)}async kill(e,t=`SIGKILL`){return this.remove(e),e.kill(t,3e4)}async clean(){let e=Object.values(this.retained).concat(this.getAllFree());this.retained={},this.free={},await Promise.all(e.map(e=>this.kill(e,`SIGTERM`)))}getFree(e){return this.free[e]=this.free[e]||[]}getAllFree(){return Object.values(this.free).reduce((e,t)=>e.concat(t),[])}},fe=a(((e,n)=>{let{EventEmitter:r}=t(`events`);var i=class{constructor(){this.eventEmitter=new r,this.onabort=null,this.aborted=!1,this.reason=void 0}toString(){return`[object AbortSignal]`}get[Symbol.toStringTag](){return`AbortSignal`}removeEventListener(e,t){this.eventEmitter.removeListener(e,t)}addEventListener(e,t){this.eventEmitter.on(e,t)}dispatchEvent(e){let t={type:e,target:this},n=`on${e}`;typeof this[n]==`function`&&this[n](t),this.eventEmitter.emit(e,t)}throwIfAborted(){if(this.aborted)throw this.reason}static abort(e){let t=new a;return t.abort(),t.signal}static timeout(e){let t=new a;return setTimeout(()=>t.abort(Error(`TimeoutError`)),e),t.signal}},a=class{constructor(){this.signal=new i}abort(e){this.signal.aborted||(this.signal.aborted=!0,e?this.signal.reason=e:this.signal.reason=Error(`AbortError`),this.signal.dispatchEvent(`abort`))}toString(){return`[object AbortController]`}get[Symbol.toStringTag](){return`AbortController`}};n.exports={AbortController:a,AbortSignal:i}}))();let pe;pe=globalThis.AbortController?globalThis.AbortController:fe.AbortController;var me=class extends pe{};const he=`Connection is closed.`;var ge=class extends Error{constructor(e,t){super(e??he),this.cause=t,this.name=`ConnectionClosedError`,Object.setPrototypeOf(this,new.target.prototype)}},_e=a(((e,t)=>{t.exports={MAX_LENGTH:256,MAX_SAFE_COMPONENT_LENGTH:16,MAX_SAFE_BUILD_LENGTH:250,MAX_SAFE_INTEGER:2**53-1||9007199254740991,RELEASE_TYPES:[`major`,`premajor`,`minor`,`preminor`,`patch`,`prepatch`,`prerelease`],SEMVER_SPEC_VERSION:`2.0.0`,FLAG_INCLUDE_PRERELEASE:1,FLAG_LOOSE:2}})),ve=a(((e,t)=>{t.exports=typeof process==`object`&&process.env&&process.env.NODE_DEBUG&&/\bsemver\b/i.test(process.env.NODE_DEBUG)?(...e)=>console.error(`SEMVER`,...e):()=>{}})),ye=a(((e,t)=>{let{MAX_SAFE_COMPONENT_LENGTH:n,MAX_SAFE_BUILD_LENGTH:r,MAX_LENGTH:i}=_e(),a=ve();e=t.exports={};let o=e.re=[],s=e.safeRe=[],c=e.src=[],l=e.safeSrc=[],u=e.t={},d=0,f=`[a-zA-Z0-9-]`,p=[[`\\s`,1],[`\\d`,i],[f,r]],m=e=>{for(let[t,n]of p)e=e.split(`${t}*`).join(`${t}{0,${n}}`).split(`${t}+`).join(`${t}{1,${n}}`);return e},h=(e,t,n)=>{let r=m(t),i=d++;a(e,i,t),u[e]=i,c[i]=t,l[i]=r,o[i]=new RegExp(t,n?`g`:void 0),s[i]=new RegExp(r,n?`g`:void 0)};h(`NUMERICIDENTIFIER`,`0|[1-9]\\d*`),h(`NUMERICIDENTIFIERLOOSE`,`\\d+`),h(`NONNUMERICIDENTIFIER`,`\\d*[a-zA-Z-]${f}*`),h(`MAINVERSION`,`(${c[u.NUMERICIDENTIFIER]})\\.(${c[u.NUMERICIDENTIFIER]})\\.(${c[u.NUMERICIDENTIFIER]})`),h(`MAINVERSIONLOOSE`,`(${c[u.NUMERICIDENTIFIERLOOSE]})\\.(${c[u.NUMERICIDENTIFIERLOOSE]})\\.(${c[u.NUMERICIDENTIFIERLOOSE]})`),h(`PRERELEASEIDENTIFIER`,`(?:${c[u.NONNUMERICIDENTIFIER]}|${c[u.NUMERICIDENTIFIER]})`),h(`PRERELEASEIDENTIFIERLOOSE`,`(?:${c[u.NONNUMERICIDENTIFIER]}|${c[u.NUMERICIDENTIFIERLOOSE]})`),h(`PRERELEASE`,`(?:-(${c[u.PRERELEASEIDENTIFIER]}(?:\\.${c[u.PRERELEASEIDENTIFIER]})*))`),h(`PRERELEASELOOSE`,`(?:-?(${c[u.PRERELEASEIDENTIFIERLOOSE]}(?:\\.${c[u.PRERELEASEIDENTIFIERLOOSE]})*))`),h(`BUILDIDENTIFIER`,`${f}+`),h(`BUILD`,`(?:\\+(${c[u.BUILDIDENTIFIER]}(?:\\.${c[u.BUILDIDENTIFIER]})*))`),h(`FULLPLAIN`,`v?${c[u.MAINVERSION]}${c[u.PRERELEASE]}?${c[u.BUILD]}?`),h(`FULL`,`^${c[u.FULLPLAIN]}$`),h(`LOOSEPLAIN`,`[v=\\s]*${c[u.MAINVERSIONLOOSE]}${c[u.PRERELEASELOOSE]}?${c[u.BUILD]}?`),h(`LOOSE`,`^${c[u.LOOSEPLAIN]}$`),h(`GTLT`,`((?:<|>)?=?)`),h(`XRANGEIDENTIFIERLOOSE`,`${c[u.NUMERICIDENTIFIERLOOSE]}|x|X|\\*`),h(`XRANGEIDENTIFIER`,`${c[u.NUMERICIDENTIFIER]}|x|X|\\*`),h(`XRANGEPLAIN`,`[v=\\s]*(${c[u.XRANGEIDENTIFIER]})(?:\\.(${c[u.XRANGEIDENTIFIER]})(?:\\.(${c[u.XRANGEIDENTIFIER]})(?:${c[u.PRERELEASE]})?${c[u.BUILD]}?)?)?`),h(`XRANGEPLAINLOOSE`,`[v=\\s]*(${c[u.XRANGEIDENTIFIERLOOSE]})(?:\\.(${c[u.XRANGEIDENTIFIERLOOSE]})(?:\\.(${c[u.XRANGEIDENTIFIERLOOSE]})(?:${c[u.PRERELEASELOOSE]})?${c[u.BUILD]}?)?)?`),h(`XRANGE`,`^${c[u.GTLT]}\\s*${c[u.XRANGEPLAIN]}$`),h(`XRANGELOOSE`,`^${c[u.GTLT]}\\s*${c[u.XRANGEPLAINLOOSE]}$`),h(`COERCEPLAIN`,`(^|[^\\d])(\\d{1,${n}})(?:\\.(\\d{1,${n}}))?(?:\\.(\\d{1,${n}}))?`),h(`COERCE`,`${c[u.COERCEPLAIN]}(?:$|[^\\d])`),h(`COERCEFULL`,c[u.COERCEPLAIN]+`(?:${c[u.PRERELEASE]})?(?:${c[u.BUILD]})?(?:$|[^\\d])`),h(`COERCERTL`,c[u.COERCE],!0),h(`COERCERTLFULL`,c[u.COERCEFULL],!0),h(`LONETILDE`,`(?:~>?)`),h(`TILDETRIM`,`(\\s*)${c[u.LONETILDE]}\\s+`,!0),e.tildeTrimReplace=`$1~`,h(`TILDE`,`^${c[u.LONETILDE]}${c[u.XRANGEPLAIN]}$`),h(`TILDELOOSE`,`^${c[u.LONETILDE]}${c[u.XRANGEPLAINLOOSE]}$`),h(`LONECARET`,`(?:\\^)`),h(`CARETTRIM`,`(\\s*)${c[u.LONECARET]}\\s+`,!0),e.caretTrimReplace=`$1^`,h(`CARET`,`^${c[u.LONECARET]}${c[u.XRANGEPLAIN]}$`),h(`CARETLOOSE`,`^${c[u.LONECARET]}${c[u.XRANGEPLAINLOOSE]}$`),h(`COMPARATORLOOSE`,`^${c[u.GTLT]}\\s*(${c[u.LOOSEPLAIN]})$|^$`),h(`COMPARATOR`,`^${c[u.GTLT]}\\s*(${c[u.FULLPLAIN]})$|^$`),h(`COMPARATORTRIM`,`(\\s*)${c[u.GTLT]}\\s*(${c[u.LOOSEPLAIN]}|${c[u.XRANGEPLAIN]})`,!0),e.comparatorTrimReplace=`$1$2$3`,h(`HYPHENRANGE`,`^\\s*(${c[u.XRANGEPLAIN]})\\s+-\\s+(${c[u.XRANGEPLAIN]})\\s*$`),h(`HYPHENRANGELOOSE`,`^\\s*(${c[u.XRANGEPLAINLOOSE]})\\s+-\\s+(${c[u.XRANGEPLAINLOOSE]})\\s*$`),h(`STAR`,`(<|>)?=?\\s*\\*`),h(`GTE0`,`^\\s*>=\\s*0\\.0\\.0\\s*$`),h(`GTE0PRE`,`^\\s*>=\\s*0\\.0\\.0-0\\s*$`)})),be=a(((e,t)=>{let n=Object.freeze({loose:!0}),r=Object.freeze({});t.exports=e=>e?typeof e==`object`?e:n:r})),xe=a(((e,t)=>{let n=/^[0-9]+$/,r=(e,t)=>{if(typeof e==`number`&&typeof t==`number`)return e===t?0:e<t?-1:1;let r=n.test(e),i=n.test(t);return r&&i&&(e=+e,t=+t),e===t?0:r&&!i?-1:i&&!r?1:e<t?-1:1};t.exports={compareIdentifiers:r,rcompareIdentifiers:(e,t)=>r(t,e)}})),Se=a(((e,t)=>{let n=ve(),{MAX_LENGTH:r,MAX_SAFE_INTEGER:i}=_e(),{safeRe:a,t:o}=ye(),s=be(),{compareIdentifiers:c}=xe(),l=(e,t)=>{let n=t.split(`.`);if(n.length>e.length)return!1;for(let t=0;t<n.length;t++)if(c(e[t],n[t])!==0)return!1;return!0};t.exports=class e{constructor(t,c){if(c=s(c),t instanceof e){if(t.loose===!!c.loose&&t.includePrerelease===!!c.includePrerelease)return t;t=t.version}else if(typeof t!=`string`)throw TypeError(`Invalid version. Must be a string. Got type "${typeof t}".`);if(t.length>r)throw TypeError(`version is longer than ${r} characters`);n(`SemVer`,t,c),this.options=c,this.loose=!!c.loose,this.includePrerelease=!!c.includePrerelease;let l=t.trim().match(c.loose?a[o.LOOSE]:a[o.FULL]);if(!l)throw TypeError(`Invalid Version: ${t}`);if(this.raw=t,this.major=+l[1],this.minor=+l[2],this.patch=+l[3],this.major>i||this.major<0)throw TypeError(`Invalid major version`);if(this.minor>i||this.minor<0)throw TypeError(`Invalid minor version`);if(this.patch>i||this.patch<0)throw TypeError(`Invalid patch version`);this.prerelease=l[4]?l[4].split(`.`).map(e=>{if(/^[0-9]+$/.test(e)){let t=+e;if(t>=0&&t<i)return t}return e}):[],this.build=l[5]?l[5].split(`.`):[],this.format()}format(){return this.version=`${this.major}.${this.minor}.${this.patch}`,this.prerelease.length&&(this.version+=`-${this.prerelease.join(`.`)}`),this.version}toString(){return this.version}compare(t){if(n(`SemVer.compare`,this.version,this.options,t),!(t instanceof e)){if(typeof t==`string`&&t===this.version)return 0;t=new e(t,this.options)}return t.version===this.version?0:this.compareMain(t)||this.comparePre(t)}compareMain(t){return t instanceof e||(t=new e(t,this.options)),this.major<t.major?-1:this.major>t.major?1:this.minor<t.minor?-1:this.minor>t.minor?1:this.patch<t.patch?-1:+(this.patch>t.patch)}comparePre(t){if(t instanceof e||(t=new e(t,this.options)),this.prerelease.length&&!t.prerelease.length)return-1;if(!this.prerelease.length&&t.prerelease.length)return 1;if(!this.prerelease.length&&!t.prerelease.length)return 0;let r=0;do{let e=this.prerelease[r],i=t.prerelease[r];if(n(`prerelease compare`,r,e,i),e===void 0&&i===void 0)return 0;if(i===void 0)return 1;if(e===void 0)return-1;if(e!==i)return c(e,i)}while(++r)}compareBuild(t){t instanceof e||(t=new e(t,this.options));let r=0;do{let e=this.build[r],i=t.build[r];if(n(`build compare`,r,e,i),e===void 0&&i===void 0)return 0;if(i===void 0)return 1;if(e===void 0)return-1;if(e!==i)return c(e,i)}while(++r)}inc(e,t,n){if(e.startsWith(`pre`)){if(!t&&n===!1)throw Error(`invalid increment argument: identifier is empty`);if(t){let e=`-${t}`.match(this.options.loose?a[o.PRERELEASELOOSE]:a[o.PRERELEASE]);if(!e||e[1]!==t)throw Error(`invalid identifier: ${t}`)}}switch(e){case`premajor`:this.prerelease.length=0,this.patch=0,this.minor=0,this.major++,this.inc(`pre`,t,n);break;case`preminor`:this.prerelease.length=0,this.patch=0,this.minor++,this.inc(`pre`,t,n);break;case`prepatch`:this.prerelease.length=0,this.inc(`patch`,t,n),this.inc(`pre`,t,n);break;case`prerelease`:this.prerelease.length===0&&this.inc(`patch`,t,n),this.inc(`pre`,t,n);break;case`release`:if(this.prerelease.length===0)throw Error(`version ${this.raw} is not a prerelease`);this.prerelease.length=0;break;case`major`:(this.minor!==0||this.patch!==0||this.prerelease.length===0)&&this.major++,this.minor=0,this.patch=0,this.prerelease=[];break;case`minor`:(this.patch!==0||this.prerelease.length===0)&&this.minor++,this.patch=0,this.prerelease=[];break;case`patch`:this.prerelease.length===0&&this.patch++,this.prerelease=[];break;case`pre`:{let e=+!!Number(n);if(this.prerelease.length===0)this.prerelease=[e];else{let r=this.prerelease.length;for(;--r>=0;)typeof this.prerelease[r]==`number`&&(this.prerelease[r]++,r=-2);if(r===-1){if(t===this.prerelease.join(`.`)&&n===!1)throw Error(`invalid increment argument: identifier already exists`);this.prerelease.push(e)}}if(t){let r=[t,e];if(n===!1&&(r=[t]),l(this.prerelease,t)){let e=this.prerelease[t.split(`.`).length];isNaN(e)&&(this.prerelease=r)}else this.prerelease=r}break}default:throw Error(`invalid increment argument: ${e}`)}return this.raw=this.format(),this.build.length&&(this.raw+=`+${this.build.join(`.`)}`),this}}})),Ce=a(((e,t)=>{let n=Se();t.exports=(e,t,r=!1)=>{if(e instanceof n)return e;try{return new n(e,t)}catch(e){if(!r)return null;throw e}}})),we=a(((e,t)=>{let n=Ce();t.exports=(e,t)=>{let r=n(e,t);return r?r.version:null}})),Te=a(((e,t)=>{let n=Ce();t.exports=(e,t)=>{let r=n(e.trim().replace(/^[=v]+/,``),t);return r?r.version:null}})),Ee=a(((e,t)=>{let n=Se();t.exports=(e,t,r,i,a)=>{typeof r==`string`&&(a=i,i=r,r=void 0);try{return new n(e instanceof n?e.version:e,r).inc(t,i,a).version}catch{return null}}})),De=a(((e,t)=>{let n=Ce();t.exports=(e,t)=>{let r=n(e,null,!0),i=n(t,null,!0),a=r.compare(i);if(a===0)return null;let o=a>0,s=o?r:i,c=o?i:r,l=!!s.prerelease.length;if(c.prerelease.length&&!l){if(!c.patch&&!c.minor)return`major`;if(c.compareMain(s)===0)return c.minor&&!c.patch?`minor`:`patch`}let u=l?`pre`:``;return r.major===i.major?r.minor===i.minor?r.patch===i.patch?`prerelease`:u+`patch`:u+`minor`:u+`major`}})),Oe=a(((e,t)=>{let n=Se();t.exports=(e,t)=>new n(e,t).major})),ke=a(((e,t)=>{let n=Se();t.exports=(e,t)=>new n(e,t).minor})),Ae=a(((e,t)=>{let n=Se();t.exports=(e,t)=>new n(e,t).patch})),je=a(((e,t)=>{let n=Ce();t.exports=(e,t)=>{let r=n(e,t);return r&&r.prerelease.length?r.prerelease:null}})),Me=a(((e,t)=>{let n=Se();t.exports=(e,t,r)=>new n(e,r).compare(new n(t,r))})),Ne=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(t,e,r)})),Pe=a(((e,t)=>{let n=Me();t.exports=(e,t)=>n(e,t,!0)})),Fe=a(((e,t)=>{let n=Se();t.exports=(e,t,r)=>{let i=new n(e,r),a=new n(t,r);return i.compare(a)||i.compareBuild(a)}})),Ie=a(((e,t)=>{let n=Fe();t.exports=(e,t)=>e.sort((e,r)=>n(e,r,t))})),Le=a(((e,t)=>{let n=Fe();t.exports=(e,t)=>e.sort((e,r)=>n(r,e,t))})),Re=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)>0})),ze=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)<0})),Be=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)===0})),Ve=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)!==0})),He=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)>=0})),Ue=a(((e,t)=>{let n=Me();t.exports=(e,t,r)=>n(e,t,r)<=0})),We=a(((e,t)=>{let n=Be(),r=Ve(),i=Re(),a=He(),o=ze(),s=Ue();t.exports=(e,t,c,l)=>{switch(t){case`===`:return typeof e==`object`&&(e=e.version),typeof c==`object`&&(c=c.version),e===c;case`!==`:return typeof e==`object`&&(e=e.version),typeof c==`object`&&(c=c.version),e!==c;case``:case`=`:case`==`:return n(e,c,l);case`!=`:return r(e,c,l);case`>`:return i(e,c,l);case`>=`:return a(e,c,l);case`<`:return o(e,c,l);case`<=`:return s(e,c,l);default:throw TypeError(`Invalid operator: ${t}`)}}})),Ge=a(((e,t)=>{let n=Se(),r=Ce(),{safeRe:i,t:a}=ye();t.exports=(e,t)=>{if(e instanceof n)return e;if(typeof e==`number`&&(e=String(e)),typeof e!=`string`)return null;t||={};let o=null;if(!t.rtl)o=e.match(t.includePrerelease?i[a.COERCEFULL]:i[a.COERCE]);else{let n=t.includePrerelease?i[a.COERCERTLFULL]:i[a.COERCERTL],r;for(;(r=n.exec(e))&&(!o||o.index+o[0].length!==e.length);)o&&r.index+r[0].length===o.index+o[0].length||(o=r),n.lastIndex=r.index+r[1].length+r[2].length;n.lastIndex=-1}if(o===null)return null;let s=o[2],c=o[3]||`0`,l=o[4]||`0`,u=t.includePrerelease&&o[5]?`-${o[5]}`:``,d=t.includePrerelease&&o[6]?`+${o[6]}`:``;return r(`${s}.${c}.${l}${u}${d}`,t)}})),Ke=a(((e,t)=>{let n=Ce(),r=_e(),i=Se(),a=(e,t,n)=>{if(!r.RELEASE_TYPES.includes(t))return null;let i=o(e,n);return i&&s(i,t)},o=(e,t)=>{let r=e instanceof i?e.version:e;return n(r,t)},s=(e,t)=>{if(c(t))return e.version;switch(e.prerelease=[],t){case`major`:e.minor=0,e.patch=0;break;case`minor`:e.patch=0}return e.format()},c=e=>e.startsWith(`pre`);t.exports=a})),qe=a(((e,t)=>{t.exports=class{constructor(){this.max=1e3,this.map=new Map}get(e){let t=this.map.get(e);if(t!==void 0)return this.map.delete(e),this.map.set(e,t),t}delete(e){return this.map.delete(e)}set(e,t){if(!this.delete(e)&&t!==void 0){if(this.map.size>=this.max){let e=this.map.keys().next().value;this.delete(e)}this.map.set(e,t)}return this}}})),Je=a(((e,t)=>{let n=/\s+/g;t.exports=class e{constructor(t,r){if(r=i(r),t instanceof e)return t.loose===!!r.loose&&t.includePrerelease===!!r.includePrerelease?t:new e(t.raw,r);if(t instanceof a)return this.raw=t.value,this.set=[[t]],this.formatted=void 0,this;if(this.options=r,this.loose=!!r.loose,this.includePrerelease=!!r.includePrerelease,this.raw=t.trim().replace(n,` `),this.set=this.raw.split(`||`).map(e=>this.parseRange(e.trim())).filter(e=>e.length),!this.set.length)throw TypeError(`Invalid SemVer Range: ${this.raw}`);if(this.set.length>1){let e=this.set[0];if(this.set=this.set.filter(e=>!_(e[0])),this.set.length===0)this.set=[e];else if(this.set.length>1){for(let e of this.set)if(e.length===1&&v(e[0])){this.set=[e];break}}}this.formatted=void 0}get range(){if(this.formatted===void 0){this.formatted=``;for(let e=0;e<this.set.length;e++){e>0&&(this.formatted+=`||`);let t=this.set[e];for(let e=0;e<t.length;e++)e>0&&(this.formatted+=` `),this.formatted+=t[e].toString().trim()}}return this.formatted}format(){return this.range}toString(){return this.range}parseRange(e){e=e.replace(g,``);let t=((this.options.includePrerelease&&m)|(this.options.loose&&h))+`:`+e,n=r.get(t);if(n)return n;let i=this.options.loose,s=i?c[u.HYPHENRANGELOOSE]:c[u.HYPHENRANGE];e=e.replace(s,O(this.options.includePrerelease)),o(`hyphen replace`,e),e=e.replace(c[u.COMPARATORTRIM],d),o(`comparator trim`,e),e=e.replace(c[u.TILDETRIM],f),o(`tilde trim`,e),e=e.replace(c[u.CARETTRIM],p),o(`caret trim`,e);let l=e.split(` `).map(e=>b(e,this.options)).join(` `).split(/\s+/).map(e=>D(e,this.options));i&&(l=l.filter(e=>(o(`loose invalid filter`,e,this.options),!!e.match(c[u.COMPARATORLOOSE])))),o(`range list`,l);let v=new Map,y=l.map(e=>new a(e,this.options));for(let e of y){if(_(e))return[e];v.set(e.value,e)}v.size>1&&v.has(``)&&v.delete(``);let x=[...v.values()];return r.set(t,x),x}intersects(t,n){if(!(t instanceof e))throw TypeError(`a Range is required`);return this.set.some(e=>y(e,n)&&t.set.some(t=>y(t,n)&&e.every(e=>t.every(t=>e.intersects(t,n)))))}test(e){if(!e)return!1;if(typeof e==`string`)try{e=new s(e,this.options)}catch{return!1}for(let t=0;t<this.set.length;t++)if(k(this.set[t],e,this.options))return!0;return!1}};let r=new(qe()),i=be(),a=Ye(),o=ve(),s=Se(),{safeRe:c,src:l,t:u,comparatorTrimReplace:d,tildeTrimReplace:f,caretTrimReplace:p}=ye(),{FLAG_INCLUDE_PRERELEASE:m,FLAG_LOOSE:h}=_e(),g=new RegExp(l[u.BUILD],`g`),_=e=>e.value===`<0.0.0-0`,v=e=>e.value===``,y=(e,t)=>{let n=!0,r=e.slice(),i=r.pop();for(;n&&r.length;)n=r.every(e=>i.intersects(e,t)),i=r.pop();return n},b=(e,t)=>(e=e.replace(c[u.BUILD],``),o(`comp`,e,t),e=ee(e,t),o(`caret`,e),e=C(e,t),o(`tildes`,e),e=ne(e,t),o(`xrange`,e),e=E(e,t),o(`stars`,e),e),x=e=>!e||e.toLowerCase()===`x`||e===`*`,S=(e,t,n)=>x(e)&&!x(t)||x(t)&&n&&!x(n),C=(e,t)=>e.trim().split(/\s+/).map(e=>w(e,t)).join(` `),w=(e,t)=>{let n=t.loose?c[u.TILDELOOSE]:c[u.TILDE],r=t.includePrerelease?`-0`:``;return e.replace(n,(t,n,i,a,s)=>{o(`tilde`,e,t,n,i,a,s);let c;return x(n)?c=``:x(i)?c=`>=${n}.0.0${r} <${+n+1}.0.0-0`:x(a)?c=`>=${n}.${i}.0${r} <${n}.${+i+1}.0-0`:s?(o(`replaceTilde pr`,s),c=`>=${n}.${i}.${a}-${s} <${n}.${+i+1}.0-0`):c=`>=${n}.${i}.${a} <${n}.${+i+1}.0-0`,o(`tilde return`,c),c})},ee=(e,t)=>e.trim().split(/\s+/).map(e=>te(e,t)).join(` `),te=(e,t)=>{o(`caret`,e,t);let n=t.loose?c[u.CARETLOOSE]:c[u.CARET],r=t.includePrerelease?`-0`:``;return e.replace(n,(t,n,i,a,s)=>{o(`caret`,e,t,n,i,a,s);let c;return x(n)?c=``:x(i)?c=`>=${n}.0.0${r} <${+n+1}.0.0-0`:x(a)?c=n===`0`?`>=${n}.${i}.0${r} <${n}.${+i+1}.0-0`:`>=${n}.${i}.0${r} <${+n+1}.0.0-0`:s?(o(`replaceCaret pr`,s),c=n===`0`?i===`0`?`>=${n}.${i}.${a}-${s} <${n}.${i}.${+a+1}-0`:`>=${n}.${i}.${a}-${s} <${n}.${+i+1}.0-0`:`>=${n}.${i}.${a}-${s} <${+n+1}.0.0-0`):(o(`no pr`),c=n===`0`?i===`0`?`>=${n}.${i}.${a} <${n}.${i}.${+a+1}-0`:`>=${n}.${i}.${a} <${n}.${+i+1}.0-0`:`>=${n}.${i}.${a} <${+n+1}.0.0-0`),o(`caret return`,c),c})},ne=(e,t)=>(o(`replaceXRanges`,e,t),e.split(/\s+/).map(e=>T(e,t)).join(` `)),T=(e,t)=>{e=e.trim();let n=t.loose?c[u.XRANGELOOSE]:c[u.XRANGE];return e.replace(n,(n,r,i,a,s,c)=>{if(o(`xRange`,e,n,r,i,a,s,c),S(i,a,s))return e;let l=x(i),u=l||x(a),d=u||x(s),f=d;return r===`=`&&f&&(r=``),c=t.includePrerelease?`-0`:``,l?n=r===`>`||r===`<`?`<0.0.0-0`:`*`:r&&f?(u&&(a=0),s=0,r===`>`?(r=`>=`,u?(i=+i+1,a=0,s=0):(a=+a+1,s=0)):r===`<=`&&(r=`<`,u?i=+i+1:a=+a+1),r===`<`&&(c=`-0`),n=`${r+i}.${a}.${s}${c}`):u?n=`>=${i}.0.0${c} <${+i+1}.0.0-0`:d&&(n=`>=${i}.${a}.0${c} <${i}.${+a+1}.0-0`),o(`xRange return`,n),n})},E=(e,t)=>(o(`replaceStars`,e,t),e.trim().replace(c[u.STAR],``)),D=(e,t)=>(o(`replaceGTE0`,e,t),e.trim().replace(c[t.includePrerelease?u.GTE0PRE:u.GTE0],``)),O=e=>(t,n,r,i,a,o,s,c,l,u,d,f)=>(n=x(r)?``:x(i)?`>=${r}.0.0${e?`-0`:``}`:x(a)?`>=${r}.${i}.0${e?`-0`:``}`:o?`>=${n}`:`>=${n}${e?`-0`:``}`,c=x(l)?``:x(u)?`<${+l+1}.0.0-0`:x(d)?`<${l}.${+u+1}.0-0`:f?`<=${l}.${u}.${d}-${f}`:e?`<${l}.${u}.${+d+1}-0`:`<=${c}`,`${n} ${c}`.trim()),k=(e,t,n)=>{for(let n=0;n<e.length;n++)if(!e[n].test(t))return!1;if(t.prerelease.length&&!n.includePrerelease){for(let n=0;n<e.length;n++)if(o(e[n].semver),e[n].semver!==a.ANY&&e[n].semver.prerelease.length>0){let r=e[n].semver;if(r.major===t.major&&r.minor===t.minor&&r.patch===t.patch)return!0}return!1}return!0}})),Ye=a(((e,t)=>{let n=Symbol(`SemVer ANY`);t.exports=class e{static get ANY(){return n}constructor(t,i){if(i=r(i),t instanceof e){if(t.loose===!!i.loose)return t;t=t.value}t=t.trim().split(/\s+/).join(` `),s(`comparator`,t,i),this.options=i,this.loose=!!i.loose,this.parse(t),this.value=this.semver===n?``:this.operator+this.semver.version,s(`comp`,this)}parse(e){let t=this.options.loose?i[a.COMPARATORLOOSE]:i[a.COMPARATOR],r=e.match(t);if(!r)throw TypeError(`Invalid comparator: ${e}`);this.operator=r[1]===void 0?``:r[1],this.operator===`=`&&(this.operator=``),this.semver=r[2]?new c(r[2],this.options.loose):n}toString(){return this.value}test(e){if(s(`Comparator.test`,e,this.options.loose),this.semver===n||e===n)return!0;if(typeof e==`string`)try{e=new c(e,this.options)}catch{return!1}return o(e,this.operator,this.semver,this.options)}intersects(t,n){if(!(t instanceof e))throw TypeError(`a Comparator is required`);return this.operator===``?this.value===``||new l(t.value,n).test(this.value):t.operator===``?t.value===``||new l(this.value,n).test(t.semver):(n=r(n),n.includePrerelease&&(this.value===`<0.0.0-0`||t.value===`<0.0.0-0`)||!n.includePrerelease&&(this.value.startsWith(`<0.0.0`)||t.value.startsWith(`<0.0.0`))?!1:!!(this.operator.startsWith(`>`)&&t.operator.startsWith(`>`)||this.operator.startsWith(`<`)&&t.operator.startsWith(`<`)||this.semver.version===t.semver.version&&this.operator.includes(`=`)&&t.operator.includes(`=`)||o(this.semver,`<`,t.semver,n)&&this.operator.startsWith(`>`)&&t.operator.startsWith(`<`)||o(this.semver,`>`,t.semver,n)&&this.operator.startsWith(`<`)&&t.operator.startsWith(`>`)))}};let r=be(),{safeRe:i,t:a}=ye(),o=We(),s=ve(),c=Se(),l=Je()})),Xe=a(((e,t)=>{let n=Je();t.exports=(e,t,r)=>{try{t=new n(t,r)}catch{return!1}return t.test(e)}})),Ze=a(((e,t)=>{let n=Je();t.exports=(e,t)=>new n(e,t).set.map(e=>e.map(e=>e.value).join(` `).trim().split(` `))})),Qe=a(((e,t)=>{let n=Se(),r=Je();t.exports=(e,t,i)=>{let a=null,o=null,s=null;try{s=new r(t,i)}catch{return null}return e.forEach(e=>{s.test(e)&&(a&&o.compare(e)!==-1||(a=e,o=new n(a,i)))}),a}})),$e=a(((e,t)=>{let n=Se(),r=Je();t.exports=(e,t,i)=>{let a=null,o=null,s=null;try{s=new r(t,i)}catch{return null}return e.forEach(e=>{s.test(e)&&(a&&o.compare(e)!==1||(a=e,o=new n(a,i)))}),a}})),et=a(((e,t)=>{let n=Se(),r=Je(),i=Re();t.exports=(e,t)=>{e=new r(e,t);let a=new n(`0.0.0`);if(e.test(a)||(a=new n(`0.0.0-0`),e.test(a)))return a;a=null;for(let t=0;t<e.set.length;++t){let r=e.set[t],o=null;r.forEach(e=>{let t=new n(e.semver.version);switch(e.operator){case`>`:t.prerelease.length===0?t.patch++:t.prerelease.push(0),t.raw=t.format();case``:case`>=`:(!o||i(t,o))&&(o=t);break;case`<`:case`<=`:break;default:throw Error(`Unexpected operation: ${e.operator}`)}}),o&&(!a||i(a,o))&&(a=o)}return a&&e.test(a)?a:null}})),tt=a(((e,t)=>{let n=Je();t.exports=(e,t)=>{try{return new n(e,t).range||`*`}catch{return null}}})),nt=a(((e,t)=>{let n=Se(),r=Ye(),{ANY:i}=r,a=Je(),o=Xe(),s=Re(),c=ze(),l=Ue(),u=He();t.exports=(e,t,d,f)=>{e=new n(e,f),t=new a(t,f);let p,m,h,g,_;switch(d){case`>`:p=s,m=l,h=c,g=`>`,_=`>=`;break;case`<`:p=c,m=u,h=s,g=`<`,_=`<=`;break;default:throw TypeError(`Must provide a hilo val of "<" or ">"`)}if(o(e,t,f))return!1;for(let n=0;n<t.set.length;++n){let a=t.set[n],o=null,s=null;if(a.forEach(e=>{e.semver===i&&(e=new r(`>=0.0.0`)),o||=e,s||=e,p(e.semver,o.semver,f)?o=e:h(e.semver,s.semver,f)&&(s=e)}),o.operator===g||o.operator===_||(!s.operator||s.operator===g)&&m(e,s.semver)||s.operator===_&&h(e,s.semver))return!1}return!0}})),rt=a(((e,t)=>{let n=nt();t.exports=(e,t,r)=>n(e,t,`>`,r)})),it=a(((e,t)=>{let n=nt();t.exports=(e,t,r)=>n(e,t,`<`,r)})),at=a(((e,t)=>{let n=Je();t.exports=(e,t,r)=>(e=new n(e,r),t=new n(t,r),e.intersects(t,r))})),ot=a(((e,t)=>{let n=Xe(),r=Me();t.exports=(e,t,i)=>{let a=[],o=null,s=null,c=e.sort((e,t)=>r(e,t,i));for(let e of c)n(e,t,i)?(s=e,o||=e):(s&&a.push([o,s]),s=null,o=null);o&&a.push([o,null]);let l=[];for(let[e,t]of a)e===t?l.push(e):!t&&e===c[0]?l.push(`*`):t?e===c[0]?l.push(`<=${t}`):l.push(`${e} - ${t}`):l.push(`>=${e}`);let u=l.join(` || `),d=typeof t.raw==`string`?t.raw:String(t);return u.length<d.length?u:t}})),st=a(((e,t)=>{let n=Je(),r=Ye(),{ANY:i}=r,a=Xe(),o=Me(),s=(e,t,r={})=>{if(e===t)return!0;e=new n(e,r),t=new n(t,r);let i=!1;OUTER:for(let n of e.set){for(let e of t.set){let t=u(n,e,r);if(i||=t!==null,t)continue OUTER}if(i)return!1}return!0},c=[new r(`>=0.0.0-0`)],l=[new r(`>=0.0.0`)],u=(e,t,n)=>{if(e===t)return!0;if(e.length===1&&e[0].semver===i){if(t.length===1&&t[0].semver===i)return!0;e=n.includePrerelease?c:l}if(t.length===1&&t[0].semver===i){if(n.includePrerelease)return!0;t=l}let r=new Set,s,u;for(let t of e)t.operator===`>`||t.operator===`>=`?s=d(s,t,n):t.operator===`<`||t.operator===`<=`?u=f(u,t,n):r.add(t.semver);if(r.size>1)return null;let p;if(s&&u&&(p=o(s.semver,u.semver,n),p>0||p===0&&(s.operator!==`>=`||u.operator!==`<=`)))return null;for(let e of r){if(s&&!a(e,String(s),n)||u&&!a(e,String(u),n))return null;for(let r of t)if(!a(e,String(r),n))return!1;return!0}let m,h,g,_,v=u&&!n.includePrerelease&&u.semver.prerelease.length?u.semver:!1,y=s&&!n.includePrerelease&&s.semver.prerelease.length?s.semver:!1;v&&v.prerelease.length===1&&u.operator===`<`&&v.prerelease[0]===0&&(v=!1);for(let e of t){if(_=_||e.operator===`>`||e.operator===`>=`,g=g||e.operator===`<`||e.operator===`<=`,s){if(y&&e.semver.prerelease&&e.semver.prerelease.length&&e.semver.major===y.major&&e.semver.minor===y.minor&&e.semver.patch===y.patch&&(y=!1),e.operator===`>`||e.operator===`>=`){if(m=d(s,e,n),m===e&&m!==s)return!1}else if(s.operator===`>=`&&!e.test(s.semver))return!1}if(u){if(v&&e.semver.prerelease&&e.semver.prerelease.length&&e.semver.major===v.major&&e.semver.minor===v.minor&&e.semver.patch===v.patch&&(v=!1),e.operator===`<`||e.operator===`<=`){if(h=f(u,e,n),h===e&&h!==u)return!1}else if(u.operator===`<=`&&!e.test(u.semver))return!1}if(!e.operator&&(u||s)&&p!==0)return!1}return!(s&&g&&!u&&p!==0||u&&_&&!s&&p!==0||y||v)},d=(e,t,n)=>{if(!e)return t;let r=o(e.semver,t.semver,n);return r>0?e:r<0||t.operator===`>`&&e.operator===`>=`?t:e},f=(e,t,n)=>{if(!e)return t;let r=o(e.semver,t.semver,n);return r<0?e:r>0||t.operator===`<`&&e.operator===`<=`?t:e};t.exports=s})),ct=r(a(((e,t)=>{let n=ye(),r=_e(),i=Se(),a=xe();t.exports={parse:Ce(),valid:we(),clean:Te(),inc:Ee(),diff:De(),major:Oe(),minor:ke(),patch:Ae(),prerelease:je(),compare:Me(),rcompare:Ne(),compareLoose:Pe(),compareBuild:Fe(),sort:Ie(),rsort:Le(),gt:Re(),lt:ze(),eq:Be(),neq:Ve(),gte:He(),lte:Ue(),cmp:We(),coerce:Ge(),truncate:Ke(),Comparator:Ye(),Range:Je(),satisfies:Xe(),toComparators:Ze(),maxSatisfying:Qe(),minSatisfying:$e(),minVersion:et(),validRange:tt(),outside:nt(),gtr:rt(),ltr:it(),intersects:at(),simplifyRange:ot(),subset:st(),SemVer:i,re:n.re,src:n.src,tokens:n.t,SEMVER_SPEC_VERSION:r.SEMVER_SPEC_VERSION,RELEASE_TYPES:r.RELEASE_TYPES,compareIdentifiers:a.compareIdentifiers,rcompareIdentifiers:a.rcompareIdentifiers}}))());const lt={value:null};function ut(e,t,n){try{return e.apply(t,n)}catch(e){return lt.value=e,lt}}function dt(e){return Buffer.byteLength(e,`utf8`)}function ft(e){for(let t in e)if(Object.prototype.hasOwnProperty.call(e,t))return!1;return!0}function pt(e){let t={};for(let n=0;n<e.length;n+=2)t[e[n]]=e[n+1];return t}function mt(e){let t=[];for(let n in e)Object.prototype.hasOwnProperty.call(e,n)&&e[n]!==void 0&&(t[t.length]=n,t[t.length]=e[n]);return t}function ht(e,t){return new Promise(n=>{let r,i=()=>{t?.signal.removeEventListener(`abort`,i),clearTimeout(r),n()};r=setTimeout(i,e),t?.signal.addEventListener(`abort`,i)})}function gt(e,t){let n=e.getMaxListeners();e.setMaxListeners(n+t)}function _t(e){return Object.entries(e).reduce((e,[t,n])=>(e[n]=t,e),{})}const vt={de:`deduplication`,fpof:`failParentOnFailure`,cpof:`continueParentOnFailure`,idof:`ignoreDependencyOnFailure`,kl:`keepLogs`,rdof:`removeDependencyOnFailure`},yt=Object.assign({},_t(vt));function bt(e){return e?[`connect`,`disconnect`,`duplicate`].every(t=>typeof e[t]==`function`):!1}function xt(e){return bt(e)&&!!e.isCluster}function St(e,t){gt(e,-t)}function Ct(e){if(e)return`${e.queue}:${e.id}`}const wt=/ERR unknown command ['`]\s*client\s*['`]/;function Tt(e){if(e instanceof ge)return!1;let{code:t,message:n}=e;return n!==`Connection is closed.`&&!n.includes(`ECONNREFUSED`)&&t!==`ECONNREFUSED`}const Et=(e,t,n,r=`redis`)=>{if(n===r){let n=ct.valid(ct.coerce(e));return ct.lt(n,t)}return!1},Dt=e=>{let t={};for(let n of Object.entries(e))t[n[0]]=JSON.parse(n[1]);return t};function Ot(e){let t={};for(let n in e)e[n]!==void 0&&(t[n]=e[n]);return t}async function kt(e,t,n,r,i,a,o){if(e){let{tracer:s,contextManager:c}=e,l=c.active(),u;o&&(u=c.fromMetadata(l,o));let d=i?`${r} ${i}`:r,f=s.startSpan(d,{kind:t},u);try{f.setAttributes({[j.QueueName]:n,[j.QueueOperation]:r});let e,i;return e=t===M.CONSUMER&&u?f.setSpanOnContext(u):f.setSpanOnContext(l),a.length==2&&(i=c.getMetadata(e)),await c.with(e,()=>a(f,i))}catch(e){throw f.recordException(e),e}finally{f.end()}}return a()}function At(e,t){let n=e?.contextManager;return!n||typeof n.root!=`function`?t():n.with(n.root(),t)}var jt;(function(e){e[e.Idle=0]=`Idle`,e[e.Started=1]=`Started`,e[e.Terminating=2]=`Terminating`,e[e.Errored=3]=`Errored`})(jt||={}),process.env.NODE_ENV;var Mt=class extends Error{constructor(e=`bullmq:movedToDelayed`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Nt=class extends Error{constructor(e=`bullmq:rateLimitExceeded`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Pt=class extends Error{constructor(e=`bullmq:unrecoverable`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Ft=class extends Error{constructor(e=`bullmq:movedToWaitingChildren`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},It=class extends Error{constructor(e=`bullmq:movedToWait`){super(e),this.name=this.constructor.name,Object.setPrototypeOf(this,new.target.prototype)}},Lt;try{Lt=new TextDecoder}catch{}var N,P,F=0;const Rt=[],zt=[];var Bt=Rt,Vt=0,I={},L,Ht,Ut=0,Wt=0,R,Gt,Kt=[],z,qt,Jt={useRecords:!1,mapsAsObjects:!0},Yt=class{};const Xt=new Yt;Xt.name=`MessagePack 0xC1`;var Zt=!1,Qt=2,$t=class e{constructor(e){e&&(e.useRecords===!1&&e.mapsAsObjects===void 0&&(e.mapsAsObjects=!0),e.sequential&&e.trusted!==!1&&(e.trusted=!0,!e.structures&&e.useRecords!=0&&(e.structures=[],e.maxSharedStructures||=0)),e.structures?e.structures.sharedLength=e.structures.length:e.getStructures&&((e.structures=[]).uninitialized=!0,e.structures.sharedLength=0),e.int64AsNumber&&(e.int64AsType=`number`)),Object.assign(this,e)}unpack(t,n){if(N)return jn(()=>{Mn();try{return this?this.unpack(t,n):e.prototype.unpack.call(Jt,t,n)}catch(e){throw e&&typeof e==`object`&&en.add(e),e}});!t.buffer&&t.constructor===ArrayBuffer&&(t=typeof Buffer<`u`?Buffer.from(t):new Uint8Array(t)),typeof n==`object`?(P=n.end||t.length,F=n.start||0):(F=0,P=n>-1?n:t.length),P>t.length&&(P=t.length),Vt=0,Wt=0,Ht=null,Bt=Rt,R=null,N=t;try{z=t.dataView||(t.dataView=new DataView(t.buffer,t.byteOffset,t.byteLength))}catch(e){throw N=null,t instanceof Uint8Array?e:Error(`Source must be a Uint8Array or Buffer but was a `+(t&&typeof t==`object`?t.constructor.name:typeof t))}if(this instanceof e){if(I=this,this.structures)return L=this.structures,tn(n);(!L||L.length>0)&&(L=[])}else I=Jt,(!L||L.length>0)&&(L=[]);return tn(n)}unpackMultiple(e,t){let n,r=0;try{Zt=!0;let i=e.length,a=this?this.unpack(e,i):Pn.unpack(e,i);if(t){if(t(a,r,F)===!1)return;for(;F<i;)if(r=F,t(tn(),r,F)===!1)return}else{for(n=[a];F<i;)r=F,n.push(tn());return n}}catch(e){throw e.lastPosition=r,e.values=n,e}finally{Zt=!1,Mn()}}_mergeStructures(e,t){this._onLoadedStructures&&(e=this._onLoadedStructures(e)),e||=[],Object.isFrozen(e)&&(e=e.map(e=>e.slice(0)));for(let t=0,n=e.length;t<n;t++){let n=e[t];n&&(n.isShared=!0,t>=32&&(n.highByte=t-32>>5))}e.sharedLength=e.length;for(let n in t||[])if(n>=0){let r=e[n],i=t[n];i&&(r&&((e.restoreStructures||(e.restoreStructures=[]))[n]=r),e[n]=i)}return this.structures=e}decode(e,t){return this.unpack(e,t)}};const en=new WeakSet;function tn(e){try{if(!I.trusted&&!Zt){let e=L.sharedLength||0;e<L.length&&(L.length=e)}let t;if(qt=P-F,I._readStruct&&N[F]<64&&N[F]>=32?(t=I._readStruct(N,F,P),N=null,!(e&&e.lazy)&&t&&(t=t.toJSON()),F=P):t=B(),R&&=(F=R.postBundlePosition,null),Zt&&(L.restoreStructures=null),F==P)L&&L.restoreStructures&&rn(),L=null,N=null,Gt&&=null;else if(F>P)throw Error(`Unexpected end of MessagePack data`);else if(!Zt){let e;try{e=JSON.stringify(t,(e,t)=>typeof t==`bigint`?`${t}n`:t).slice(0,100)}catch(t){e=`(JSON view not available `+t+`)`}throw Error(`Data read, but end of buffer not reached `+e)}return t}catch(e){throw L&&L.restoreStructures&&rn(),Mn(),nn(e),e}}function nn(e){e&&typeof e==`object`&&(F>P?e.incomplete=!0:en.has(e)?e.incomplete&&=!1:(e instanceof RangeError&&F+8>P||typeof e.message==`string`&&e.message.startsWith(`Unexpected end of buffer`))&&(e.incomplete=!0))}function rn(){for(let e in L.restoreStructures)L[e]=L.restoreStructures[e];L.restoreStructures=null}function B(){let e=N[F++];if(e<160){if(e<128){if(e<64)return e;{let t=L[e&63]||I.getStructures&&cn()[e&63];return t?(t.read||=on(t,e&63),t.read()):e}}if(e<144){if(e-=128,I.mapsAsObjects){let t={};for(let n=0;n<e;n++){let e=wn();e===`__proto__`&&(e=`__proto_`),t[e]=B()}return t}{let t=new Map;for(let n=0;n<e;n++)t.set(B(),B());return t}}{e-=144;let t=Array(e);for(let n=0;n<e;n++)t[n]=B();return I.freezeData?Object.freeze(t):t}}if(e<192){let t=e-160;if(Wt>=F)return Ht.slice(F-Ut,(F+=t)-Ut);if(Wt==0&&P<140){let e=t<16?yn(t):vn(t);if(e!=null)return e}return ln(t)}{let t;switch(e){case 192:return null;case 193:return R?(t=B(),t>0?R[1].slice(R.position1,R.position1+=t):R[0].slice(R.position0,R.position0-=t)):Xt;case 194:return!1;case 195:return!0;case 196:if(t=N[F++],t===void 0)throw Error(`Unexpected end of buffer`);return xn(t);case 197:if(t=z.getUint16(F),F+=2,t>P-F)throw hn(F+t);return xn(t);case 198:if(t=z.getUint32(F),F+=4,t>P-F)throw hn(F+t);return xn(t);case 199:return Sn(N[F++]);case 200:return t=z.getUint16(F),F+=2,Sn(t);case 201:return t=z.getUint32(F),F+=4,Sn(t);case 202:if(t=z.getFloat32(F),I.useFloat32>2){let e=Nn[(N[F]&127)<<1|N[F+1]>>7];return F+=4,(e*t+(t>0?.5:-.5)|0)/e}return F+=4,t;case 203:return t=z.getFloat64(F),F+=8,t;case 204:return N[F++];case 205:return t=z.getUint16(F),F+=2,t;case 206:return t=z.getUint32(F),F+=4,t;case 207:return I.int64AsType===`number`?(t=z.getUint32(F)*4294967296,t+=z.getUint32(F+4)):I.int64AsType===`string`?t=z.getBigUint64(F).toString():I.int64AsType===`auto`?(t=z.getBigUint64(F),t<=BigInt(2)<<BigInt(52)&&(t=Number(t))):t=z.getBigUint64(F),F+=8,t;case 208:return z.getInt8(F++);case 209:return t=z.getInt16(F),F+=2,t;case 210:return t=z.getInt32(F),F+=4,t;case 211:return I.int64AsType===`number`?(t=z.getInt32(F)*4294967296,t+=z.getUint32(F+4)):I.int64AsType===`string`?t=z.getBigInt64(F).toString():I.int64AsType===`auto`?(t=z.getBigInt64(F),t>=BigInt(-2)<<BigInt(52)&&t<=BigInt(2)<<BigInt(52)&&(t=Number(t))):t=z.getBigInt64(F),F+=8,t;case 212:if(t=N[F++],t==114)return En(N[F++]&63);{let e=Kt[t];if(e){if(e.read)return F++,e.read(B());if(e.noBuffer)return F++,e();if(F>=P)throw hn();return e(N.subarray(F,++F))}throw Error(`Unknown extension `+t)}case 213:return t=N[F],t==114?(F++,En(N[F++]&63,N[F++])):Sn(2);case 214:return Sn(4);case 215:return Sn(8);case 216:return Sn(16);case 217:return t=N[F++],Wt>=F?Ht.slice(F-Ut,(F+=t)-Ut):un(t);case 218:if(t=z.getUint16(F),F+=2,t>P-F)throw hn(F+t);return Wt>=F?Ht.slice(F-Ut,(F+=t)-Ut):dn(t);case 219:if(t=z.getUint32(F),F+=4,t>P-F)throw hn(F+t);return Wt>=F?Ht.slice(F-Ut,(F+=t)-Ut):fn(t);case 220:return t=z.getUint16(F),F+=2,gn(t);case 221:return t=z.getUint32(F),F+=4,gn(t);case 222:return t=z.getUint16(F),F+=2,_n(t);case 223:return t=z.getUint32(F),F+=4,_n(t);default:if(e>=224)return e-256;throw e===void 0?hn():Error(`Unknown MessagePack token `+e)}}}const an=/^[a-zA-Z_$][a-zA-Z\d_$]*$/;function on(e,t){function n(){if(n.count++>Qt){let r;try{r=e.read=Function(`r`,`return function(){return `+(I.freezeData?`Object.freeze`:``)+`({`+e.map(e=>e===`__proto__`?`__proto_:r()`:an.test(e)?e+`:r()`:`[`+JSON.stringify(e)+`]:r()`).join(`,`)+`})}`)(B)}catch{return Qt=1/0,n()}return e.read0=r,e.highByte===0&&(e.read=sn(t,e.read)),r()}let r={};for(let t=0,n=e.length;t<n;t++){let n=e[t];n===`__proto__`&&(n=`__proto_`),r[n]=B()}return I.freezeData?Object.freeze(r):r}return n.count=0,e.read0=n,e.highByte===0?sn(t,n):n}const sn=(e,t)=>function(){let n=N[F++];if(n===0)return t();let r=e<32?-(e+(n<<5)):e+(n<<5),i=L[r]||cn()[r];if(!i)throw Error(`Record id is not defined for `+r);return i.read||=on(i,e),i.read()};function cn(){let e=jn(()=>(N=null,I.getStructures()));return L=I._mergeStructures(e,L)}var ln=mn,un=mn,dn=mn,fn=mn;function pn(e){ln=n(1),un=n(2),dn=n(3),fn=n(5);function t(t,n,r){try{return e(t,n,r)}catch{return zt}}function n(e){return function(n){let r=Bt[Vt++];if(r==null){if(R||Bt===zt)return mn(n);let i=N.byteOffset,a=t(F-e+i,P+i,N.buffer);if(a===zt)return Bt=zt,mn(n);if(typeof a==`string`)r=a,Bt=Rt;else if(Bt=a,Vt=1,Wt=1,r=Bt[0],r===void 0)throw Error(`Unexpected end of buffer`)}let i=r.length;return i<=n?(F+=n,r):(Ht=r,Ut=F,Wt=F+i,F+=n,r.slice(0,n))}}}function mn(e){let t;if(e<16&&(t=yn(e)))return t;if(e>64&&Lt)return Lt.decode(N.subarray(F,F+=e));let n=F+e,r=[];for(t=``;F<n;){let e=N[F++];if(!(e&128))r.push(e);else if((e&224)==192){if(e<194||F>=n||(N[F]&192)!=128)r.push(65533);else{let t=N[F++]&63;r.push((e&31)<<6|t)}}else if((e&240)==224){let t=F<n?N[F]:0;if(F>=n||(t&192)!=128||e===224&&t<160||e===237&&t>=160)r.push(65533);else if(F++,F>=n||(N[F]&192)!=128)r.push(65533);else{let n=N[F++]&63;r.push((e&31)<<12|(t&63)<<6|n)}}else if((e&248)==240){let t=F<n?N[F]:0;if(e>244||F>=n||(t&192)!=128||e===240&&t<144||e===244&&t>=144)r.push(65533);else if(F++,F>=n||(N[F]&192)!=128)r.push(65533);else{let i=N[F++]&63;if(F>=n||(N[F]&192)!=128)r.push(65533);else{let n=N[F++]&63,a=(e&7)<<18|(t&63)<<12|i<<6|n;a-=65536,r.push(a>>>10&1023|55296),r.push(56320|a&1023)}}}else r.push(65533);r.length>=4096&&(t+=V.apply(String,r),r.length=0)}return r.length>0&&(t+=V.apply(String,r)),t}function hn(e){let t=Error(`Unexpected end of MessagePack data`);return t.incomplete=!0,e>P&&F<=P&&(t.missingBytes=e-P),t}function gn(e){if(e>P-F||(qt-=e)<0)throw hn(F+e);let t=Array(e);for(let n=0;n<e;n++)t[n]=B();return I.freezeData?Object.freeze(t):t}function _n(e){if(e>(P-F)/2)throw hn(F+2*e);if(I.mapsAsObjects){let t={};for(let n=0;n<e;n++){let e=wn();e===`__proto__`&&(e=`__proto_`),t[e]=B()}return t}{let t=new Map;for(let n=0;n<e;n++)t.set(B(),B());return t}}var V=String.fromCharCode;function vn(e){let t=F;if(N.latin1Slice){let n=t+e;if(n>P)return;for(let e=t;e<n;e++)if((N[e]&128)>0)return;return F=n,N.latin1Slice(t,n)}let n=Array(e);for(let r=0;r<e;r++){let e=N[F++];if((e&128)>0){F=t;return}n[r]=e}return V.apply(String,n)}function yn(e){if(e<4){if(e<2){if(e===0)return``;{let e=N[F++];if((e&128)>1){--F;return}return V(e)}}{let t=N[F++],n=N[F++];if((t&128)>0||(n&128)>0){F-=2;return}if(e<3)return V(t,n);let r=N[F++];if((r&128)>0){F-=3;return}return V(t,n,r)}}{let t=N[F++],n=N[F++],r=N[F++],i=N[F++];if((t&128)>0||(n&128)>0||(r&128)>0||(i&128)>0){F-=4;return}if(e<6){if(e===4)return V(t,n,r,i);{let e=N[F++];if((e&128)>0){F-=5;return}return V(t,n,r,i,e)}}if(e<8){let a=N[F++],o=N[F++];if((a&128)>0||(o&128)>0){F-=6;return}if(e<7)return V(t,n,r,i,a,o);let s=N[F++];if((s&128)>0){F-=7;return}return V(t,n,r,i,a,o,s)}{let a=N[F++],o=N[F++],s=N[F++],c=N[F++];if((a&128)>0||(o&128)>0||(s&128)>0||(c&128)>0){F-=8;return}if(e<10){if(e===8)return V(t,n,r,i,a,o,s,c);{let e=N[F++];if((e&128)>0){F-=9;return}return V(t,n,r,i,a,o,s,c,e)}}if(e<12){let l=N[F++],u=N[F++];if((l&128)>0||(u&128)>0){F-=10;return}if(e<11)return V(t,n,r,i,a,o,s,c,l,u);let d=N[F++];if((d&128)>0){F-=11;return}return V(t,n,r,i,a,o,s,c,l,u,d)}{let l=N[F++],u=N[F++],d=N[F++],f=N[F++];if((l&128)>0||(u&128)>0||(d&128)>0||(f&128)>0){F-=12;return}if(e<14){if(e===12)return V(t,n,r,i,a,o,s,c,l,u,d,f);{let e=N[F++];if((e&128)>0){F-=13;return}return V(t,n,r,i,a,o,s,c,l,u,d,f,e)}}{let p=N[F++],m=N[F++];if((p&128)>0||(m&128)>0){F-=14;return}if(e<15)return V(t,n,r,i,a,o,s,c,l,u,d,f,p,m);let h=N[F++];if((h&128)>0){F-=15;return}return V(t,n,r,i,a,o,s,c,l,u,d,f,p,m,h)}}}}}function bn(){let e=N[F++],t;if(e<192)t=e-160;else switch(e){case 217:t=N[F++];break;case 218:t=z.getUint16(F),F+=2;break;case 219:t=z.getUint32(F),F+=4;break;default:throw Error(`Expected string`)}return mn(t)}function xn(e){return I.copyBuffers?Uint8Array.prototype.slice.call(N,F,F+=e):N.subarray(F,F+=e)}function Sn(e){if(e>=P-F)throw hn(F+1+e);let t=N[F++];if(Kt[t]){let n;return Kt[t](N.subarray(F,n=F+=e),e=>{F=e;try{return B()}finally{F=n}})}throw Error(`Unknown extension type `+t)}var Cn=Array(4096);function wn(){let e=N[F++];if(e>=160&&e<192){if(e-=160,Wt>=F)return Ht.slice(F-Ut,(F+=e)-Ut);if(!(Wt==0&&P<180))return ln(e)}else return F--,Tn(B());if(e>P-F)throw hn(F+e);let t=(e<<5^(e>1?z.getUint16(F):e>0?N[F]:0))&4095,n=Cn[t],r=F,i=F+e-3,a,o=0;if(n&&n.bytes==e){for(;r<i;){if(a=z.getUint32(r),a!=n[o++]){r=1879048192;break}r+=4}for(i+=3;r<i;)if(a=N[r++],a!=n[o++]){r=1879048192;break}if(r===i)return F=r,n.string;i-=3,r=F}for(n=[],Cn[t]=n,n.bytes=e;r<i;)a=z.getUint32(r),n.push(a),r+=4;for(i+=3;r<i;)a=N[r++],n.push(a);let s=e<16?yn(e):vn(e);return s==null?n.string=ln(e):n.string=s}function Tn(e){if(typeof e==`string`)return e;if(typeof e==`number`||typeof e==`boolean`||typeof e==`bigint`)return e.toString();if(e==null)return e+``;if(I.allowArraysInMapKeys&&Array.isArray(e)&&e.flat().every(e=>[`string`,`number`,`boolean`,`bigint`].includes(typeof e)))return e.flat().toString();throw Error(`Invalid property type for record: ${typeof e}. A MessagePack map with non-string keys can be decoded as a Map with mapsAsObjects: false`)}const En=(e,t)=>{let n=B().map(Tn),r=e;t!==void 0&&(e=e<32?-((t<<5)+e):(t<<5)+e,n.highByte=t);let i=L[e];return i&&(i.isShared||Zt)&&((L.restoreStructures||(L.restoreStructures=[]))[e]=i),L[e]=n,n.read=on(n,r),(n.read0||n.read)()};Kt[0]=()=>{},Kt[0].noBuffer=!0,Kt[66]=e=>{let t=e.byteLength%8||8,n=BigInt(e[0]&128?e[0]-256:e[0]);for(let r=1;r<t;r++)n<<=BigInt(8),n+=BigInt(e[r]);if(e.byteLength!==t){let r=new DataView(e.buffer,e.byteOffset,e.byteLength),i=(e,t)=>{let n=t-e;if(n<=40){let n=r.getBigUint64(e);for(let i=e+8;i<t;i+=8)n<<=BigInt(64),n|=r.getBigUint64(i);return n}let a=e+(n>>4<<3),o=i(e,a),s=i(a,t);return o<<BigInt((t-a)*8)|s};n=n<<BigInt((r.byteLength-t)*8)|i(t,r.byteLength)}return n};let Dn={Error,EvalError,RangeError,ReferenceError,SyntaxError,TypeError,URIError,AggregateError:typeof AggregateError==`function`?AggregateError:null};Kt[101]=()=>{let e=B();if(!Dn[e[0]]){let t=Error(e[1],{cause:e[2]});return t.name=e[0],t}return Dn[e[0]](e[1],{cause:e[2]})},Kt[105]=e=>{if(I.structuredClone===!1)throw Error(`Structured clone extension is disabled`);let t=z.getUint32(F-4);Gt||=new Map;let n=N[F],r;r=n>=144&&n<160||n==220||n==221?[]:n>=128&&n<144||n==222||n==223?new Map:(n>=199&&n<=201||n>=212&&n<=216)&&N[F+1]===115?new Set:{};let i={target:r};Gt.set(t,i);let a=B();if(i.used)Object.assign(r,a);else return i.target=a;if(r instanceof Map)for(let[e,t]of a.entries())r.set(e,t);if(r instanceof Set)for(let e of Array.from(a))r.add(e);return r},Kt[112]=e=>{if(I.structuredClone===!1)throw Error(`Structured clone extension is disabled`);let t=z.getUint32(F-4),n=Gt.get(t);return n.used=!0,n.target},Kt[115]=()=>new Set(B());const On=[`Int8`,`Uint8`,`Uint8Clamped`,`Int16`,`Uint16`,`Int32`,`Uint32`,`Float32`,`Float64`,`BigInt64`,`BigUint64`].map(e=>e+`Array`);let kn=typeof globalThis==`object`?globalThis:window;Kt[116]=e=>{let t=e[0],n=Uint8Array.prototype.slice.call(e,1).buffer,r=On[t];if(!r){if(t===16)return n;if(t===17)return new DataView(n);throw Error(`Could not find typed array for code `+t)}return new kn[r](n)},Kt[120]=()=>{let e=B();return new RegExp(e[0],e[1])};const An=[];Kt[98]=e=>{let t=(e[0]<<24)+(e[1]<<16)+(e[2]<<8)+e[3],n=F;return F+=t-e.length,R=An,R=[bn(),bn()],R.position0=0,R.position1=0,R.postBundlePosition=F,F=n,B()},Kt[255]=e=>e.length==4?new Date((e[0]*16777216+(e[1]<<16)+(e[2]<<8)+e[3])*1e3):e.length==8?new Date(((e[0]<<22)+(e[1]<<14)+(e[2]<<6)+(e[3]>>2))/1e6+((e[3]&3)*4294967296+e[4]*16777216+(e[5]<<16)+(e[6]<<8)+e[7])*1e3):e.length==12?new Date(((e[0]<<24)+(e[1]<<16)+(e[2]<<8)+e[3])/1e6+((e[4]&128?-281474976710656:0)+e[6]*1099511627776+e[7]*4294967296+e[8]*16777216+(e[9]<<16)+(e[10]<<8)+e[11])*1e3):new Date(`invalid`);function jn(e){I&&I._onSaveState&&I._onSaveState();let t=P,n=F,r=Vt,i=Ut,a=Wt,o=Ht,s=Bt,c=Gt,l=R,u=qt,d=new Uint8Array(N.slice(0,P)),f=L,p=L.slice(0,L.length),m=I,h=Zt;try{return e()}finally{P=t,F=n,Vt=r,Ut=i,Wt=a,Ht=o,Bt=s,Gt=c,R=l,qt=u,N=d,Zt=h,L=f,L.splice(0,L.length,...p),I=m,z=new DataView(N.buffer,N.byteOffset,N.byteLength)}}function Mn(){N=null,Gt=null,L=null}const Nn=Array(147);for(let e=0;e<256;e++)Nn[e]=+(`1e`+Math.floor(45.15-e*.30103));var Pn=new $t({useRecords:!1});Pn.unpack,Pn.unpackMultiple,Pn.unpack;const Fn={NEVER:0,ALWAYS:1,DECIMAL_ROUND:3,DECIMAL_FIT:4};new Uint8Array(new Float32Array(1).buffer,0,4),$t.SUPPORTS_STRUCT_HOOKS=!0;let In;try{In=new TextEncoder}catch{}let Ln,Rn;const zn=typeof Buffer<`u`,Bn=zn?function(e){return Buffer.allocUnsafeSlow(e)}:Uint8Array,Vn=zn?Buffer:Uint8Array,Hn=zn?4294967296:2144337920;let H,Un,U,W=0,G,K=null,Wn=!1;const Gn=/[\u0080-\uFFFF]/,Kn=Symbol(`record-id`);var qn=class extends $t{constructor(e){super(e),this.offset=0;let t,n,r,i,a=Vn.prototype.utf8Write?function(e,t){return H.utf8Write(e,t,H.byteLength-t)}:In&&In.encodeInto?function(e,t){return In.encodeInto(e,H.subarray(t)).written}:!1,o=this;e||={};let s=e&&e.sequential,c=e.structures||e.saveStructures,l=e.maxSharedStructures;if(l??=c?32:0,l>8160)throw Error(`Maximum maxSharedStructure is 8160`);e.structuredClone&&e.moreTypes==null&&(this.moreTypes=!0);let u=e.maxOwnStructures;u??=c?32:64,!this.structures&&e.useRecords!=0&&(this.structures=[]);let d=l>32||u+l>64,f=l+64,p=l+u+64;if(p>8256)throw Error(`Maximum maxSharedStructure + maxOwnStructure is 8192`);let m=[],h=0,g=0,_=!1,v=0,y=null;this.pack=this.encode=function(e,a){if(Wn)return x(e,a);if(H||(H=new Bn(8192),U=H.dataView||(H.dataView=new DataView(H.buffer,0,8192)),W=0),G=H.length-10,G-W<2048?(H=new Bn(H.length),U=H.dataView||(H.dataView=new DataView(H.buffer,0,H.length)),G=H.length-10,W=0):W=W+7&2147483640,t=W,a&2048&&(W+=a&255),i=o.structuredClone?new Map:null,o.bundleStrings&&typeof e!=`string`?(K=[],K.size=1/0):K=null,r=o.structures,r){r.uninitialized&&(r=o._mergeStructures(o.getStructures()));let e=r.sharedLength||0;if(e>l)throw Error(`Shared structures is larger than maximum shared structures, try increasing maxSharedStructures to `+r.sharedLength);r.transitions||(b(v&&o.saveStructures?Math.min(e,o.lastNamedStructuresLength||0):e),v||(o.lastNamedStructuresLength=e)),s&&r.nextId>=e+64||(r.nextId=e+64)}n&&=!1,!v&&y&&(y=null);let c;Wn=!0,_=!0;try{o._writeStruct&&!(v&&o.saveStructures)&&e&&typeof e==`object`?e.constructor===Object?E(e):e.constructor!==Map&&!Array.isArray(e)&&!Rn.some(t=>e instanceof t)?E(o.useToJSON!==!1&&e.toJSON?e.toJSON():e):w(e):w(e);let n=K;if(K&&tr(t,w,0),i&&i.idsToInsert){let e=i.idsToInsert.sort((e,t)=>e.offset>t.offset?1:-1),r=e.length,a=-1;for(;n&&r>0;){let i=e[--r].offset+t;i<n.stringsPosition+t&&a===-1&&(a=0),i>n.position+t?a>=0&&(a+=6):(a>=0&&(U.setUint32(n.position+t,U.getUint32(n.position+t)+a),a=-1),n=n.previous,r++)}a>=0&&n&&U.setUint32(n.position+t,U.getUint32(n.position+t)+a),W+=e.length*6,W>G&&D(W),o.offset=W;let s=er(H.subarray(t,W),e);return i=null,s}return o.offset=W,a&512?(H.start=t,H.end=W,H):H.subarray(t,W)}catch(e){throw c=e,e}finally{if(_=!1,r){if(S(),y&&!v){let e=y;if(y=null,!c&&o.saveStructures){let t=r.sharedLength||0;r.transitions||b(t);for(let i=0,a=e.length;i<a&&t<l;i++){let a=e[i],o,s=r.transitions;for(let e=0,t=a.length;e<t;e++){let t=a[e];o=s[t],o||=s[t]=Object.create(null),s=o}if(!s[Kn]){let e=t+64;a.highByte=e>=96&&d?e-96>>5:-1,a.isShared=!0,s[Kn]=e,s.__keys__=a,r[t++]=a,r.sharedLength=t,n=!0}}s&&r.nextId>=t+64||(r.nextId=t+64)}}if(n&&!v&&o.saveStructures){let n=r.sharedLength||0,i=H.subarray(t,W);if(!c){let t=!1;try{let n=(o._prepareStructures||nr)(r,o);if(o.saveStructures(n,n.isCompatible)===!1)return r.uninitialized=!0,t=!0,Wn=!1,o.pack(e,a);t=!0}finally{Wn=!1,t||(r=o.structures,o.getStructures&&(r.uninitialized=!0),r.length=r.sharedLength=o.lastNamedStructuresLength||0,r.transitions=null)}return o.lastNamedStructuresLength=n,H.length>1073741824&&(H=null),i}o.getStructures&&(r.uninitialized=!0),r.length=r.sharedLength=o.lastNamedStructuresLength||0,r.transitions=null}}Wn=!1,H.length>1073741824&&(H=null),a&1024&&(W=t)}};let b=e=>{r.transitions=Object.create(null);for(let t=0;t<e;t++){let e=r[t];if(!e)continue;let n,i=r.transitions;for(let t=0,r=e.length;t<r;t++){let r=e[t];n=i[r],n||=i[r]=Object.create(null),i=n}i[Kn]=t+64}},x=(e,a)=>{let s=H,c=U,l=W,u=G,d=K,f=t,p=i,g=n,x=_,S,C,w,ee,te,ne,T,E,D,O,k,A,re=!1;x&&(A=y?y.length:0,v++);try{if(x&&r){S=r,C=r.transitions,w=r.nextId,ee=r.nextOwnId,D=o.lastNamedStructuresLength,E=r.sharedLength||0,T=r.slice(E),te=m,ne=[];for(let e=0,t=m.length;e<t;e++){let t=m[e],n=t[Kn];ne[e]=n,t[Kn]=0,n>=E+64&&t.__keys__&&(T[n-E-64]=t.__keys__)}if(m=[],g&&o.saveStructures&&C){O=[];for(let e=D||0;e<E;e++){let t=r[e];if(!t)continue;let n=C;for(let e=0,r=t.length;e<r&&n;e++)n=n[t[e]];n&&n[Kn]===e+64&&(O.push(n,e+64,n.__keys__),n[Kn]=0,n.__keys__=null)}}r.length=E,r.nextId=E+64,r.nextOwnId=void 0,k=h,h=0}H=null,Wn=!1,_=!1;let t=o.pack(e,a);return re=!0,t}finally{if(!re&&x&&y&&(y.length=A),Wn=!0,_=x,H=s,U=c,W=l,G=u,K=d,t=f,i=p,x){if(v--,n=g||n,r=o.structures,r&&T){if(m!==te)for(let e=0,t=m.length;e<t;e++)m[e][Kn]=0;let e=r.sharedLength||0;if(r!==S){if(g||T.length>0){for(let e=0;e<E;e++)S[e]!==void 0&&(r[e]=S[e]);e=r.sharedLength=r.length=E,o.lastNamedStructuresLength=D}else!v&&!n&&(o.lastNamedStructuresLength=e)}r.length=Math.max(e,E+T.length);for(let t=Math.max(0,e-E),n=T.length;t<n;t++)T[t]!==void 0&&(r[E+t]=T[t]);if(r.transitions!==C||r!==S){if(r===S&&!r.transitions&&e===E)r.transitions=C;else{b(v&&o.saveStructures?Math.min(e,o.lastNamedStructuresLength||0):e),O=null,te=[],ne=[];for(let t=Math.max(0,e-E),n=T.length;t<n;t++){let e=T[t];if(!e)continue;let n,i=r.transitions;for(let t=0,r=e.length;t<r;t++){let r=e[t];n=i[r],n||=i[r]=Object.create(null),i=n}i[Kn]||(te.push(i),ne.push(E+t+64))}}}if(O)for(let e=0,t=O.length;e<t;e+=3)O[e][Kn]=O[e+1],O[e].__keys__=O[e+2];m=te;for(let e=0,t=ne.length;e<t;e++)m[e][Kn]||(m[e][Kn]=ne[e]);r.nextId=w>=e+64?w:e+64,r.nextOwnId=ee,k!==void 0&&(h+=k)}}else n=g}},S=()=>{g<10&&g++;let e=r.sharedLength||0;if(r.length>e&&!s&&(r.length=e),h>1e4&&!v)r.transitions=null,g=0,h=0,m.length>0&&(m=[]);else if(m.length>0&&!s){for(let e=0,t=m.length;e<t;e++)m[e][Kn]=0;m=[]}},C=e=>{var t=e.length;t<16?H[W++]=144|t:t<65536?(H[W++]=220,H[W++]=t>>8,H[W++]=t&255):(H[W++]=221,U.setUint32(W,t),W+=4);for(let n=0;n<t;n++)w(e[n])},w=e=>{W>G&&(H=D(W));var n=typeof e,r;if(n===`string`){let n=e.length;if(K&&n>=4&&n<4096){if((K.size+=n)>21760){let e,n=(K[0]?K[0].length*3+K[1].length:0)+10;W+n>G&&(H=D(W+n));let r;K.position?(r=K,H[W]=200,W+=3,H[W++]=98,e=W-t,W+=4,tr(t,w,0),U.setUint16(e+t-3,W-t-e)):(H[W++]=214,H[W++]=98,e=W-t,W+=4),K=[``,``],K.previous=r,K.size=0,K.position=e}let r=Gn.test(e);K[+!r]+=e,H[W++]=193,w(r?-n:n);return}let i;i=n<32?1:n<256?2:n<65536?3:5;let o=n*3;if(W+o>G&&(H=D(W+o)),n<64||!a){let t,a,o,s=W+i;for(t=0;t<n;t++)a=e.charCodeAt(t),a<128?H[s++]=a:a<2048?(H[s++]=a>>6|192,H[s++]=a&63|128):(a&64512)==55296&&((o=e.charCodeAt(t+1))&64512)==56320?(a=65536+((a&1023)<<10)+(o&1023),t++,H[s++]=a>>18|240,H[s++]=a>>12&63|128,H[s++]=a>>6&63|128,H[s++]=a&63|128):(H[s++]=a>>12|224,H[s++]=a>>6&63|128,H[s++]=a&63|128);r=s-W-i}else r=a(e,W+i);r<32?H[W++]=160|r:r<256?(i<2&&H.copyWithin(W+2,W+1,W+1+r),H[W++]=217,H[W++]=r):r<65536?(i<3&&H.copyWithin(W+3,W+2,W+2+r),H[W++]=218,H[W++]=r>>8,H[W++]=r&255):(i<5&&H.copyWithin(W+5,W+3,W+3+r),H[W++]=219,U.setUint32(W,r),W+=4),W+=r}else if(n===`number`){if(e>>>0===e)e<32||e<128&&this.useRecords===!1||e<64&&!this._writeStruct?H[W++]=e:e<256?(H[W++]=204,H[W++]=e):e<65536?(H[W++]=205,H[W++]=e>>8,H[W++]=e&255):(H[W++]=206,U.setUint32(W,e),W+=4);else if((e|0)===e)e>=-32?H[W++]=256+e:e>=-128?(H[W++]=208,H[W++]=e+256):e>=-32768?(H[W++]=209,U.setInt16(W,e),W+=2):(H[W++]=210,U.setInt32(W,e),W+=4);else{let t;if((t=this.useFloat32)>0&&e<4294967296&&e>=-2147483648){H[W++]=202,U.setFloat32(W,e);let n;if(t<4||((n=e*Nn[(H[W]&127)<<1|H[W+1]>>7])|0)===n){W+=4;return}W--}H[W++]=203,U.setFloat64(W,e),W+=8}}else if(n===`object`||n===`function`){if(!e)H[W++]=192;else{if(i){let n=i.get(e);if(n){n.id||=(i.idsToInsert||(i.idsToInsert=[])).push(n),H[W++]=214,H[W++]=112,U.setUint32(W,n.id),W+=4;return}i.set(e,{offset:W-t})}let a=e.constructor;if(a===Object)T(e);else if(a===Array)C(e);else if(a===Map){if(this.mapAsEmptyObject)H[W++]=128;else{r=e.size,r<16?H[W++]=128|r:r<65536?(H[W++]=222,H[W++]=r>>8,H[W++]=r&255):(H[W++]=223,U.setUint32(W,r),W+=4);for(let[t,n]of e)w(t),w(n)}}else{for(let t=0,n=Ln.length;t<n;t++){let r=Rn[t];if(e instanceof r){if(e.constructor!==r&&t>=n-Xn&&o.useToJSON!==!1&&e.toJSON!==void 0&&e.toJSON!==Jn&&e.toJSON!==Yn)break;let i=Ln[t];if(i.write){i.type&&(H[W++]=212,H[W++]=i.type,H[W++]=0);let t=i.write.call(this,e);t===e?Array.isArray(e)?C(e):T(e):w(t);return}let a=H,s=U,c=W,l=K;H=null;let u;try{u=i.pack.call(this,e,e=>(H=a,a=null,W+=e,W>G&&D(W),{target:H,targetView:U,position:W-e}),w)}finally{a&&(H=a,U=s,W=c,K=l,G=H.length-10)}u&&(u.length+W>G&&D(u.length+W),W=$n(u,H,W,i.type));return}}if(Array.isArray(e))C(e);else{if(o.useToJSON!==!1&&e.toJSON){let t=e.toJSON();if(t!==e)return w(t)}if(n===`function`)return w(this.writeFunction&&this.writeFunction(e));T(e)}}}}else if(n===`boolean`)H[W++]=e?195:194;else if(n===`bigint`){if(e<0x8000000000000000&&e>=-0x8000000000000000)H[W++]=211,U.setBigInt64(W,e);else if(e<0x10000000000000000&&e>0)H[W++]=207,U.setBigUint64(W,e);else if(this.largeBigIntToFloat)H[W++]=203,U.setFloat64(W,Number(e));else if(this.largeBigIntToString)return w(e.toString());else if(this.useBigIntExtension||this.moreTypes){let t=BigInt(e<0?-1:0),n;if(e>>BigInt(65536)===t){let r=BigInt(0x10000000000000000)-BigInt(1),i=[];for(;i.push(e&r),e>>BigInt(63)!==t;)e>>=BigInt(64);n=new Uint8Array(new BigUint64Array(i).buffer),n.reverse()}else{let t=e<0,r=(t?~e:e).toString(16);if(r.length%2?r=`0`+r:parseInt(r.charAt(0),16)>=8&&(r=`00`+r),zn)n=Buffer.from(r,`hex`);else{n=new Uint8Array(r.length/2);for(let e=0;e<n.length;e++)n[e]=parseInt(r.slice(e*2,e*2+2),16)}if(t)for(let e=0;e<n.length;e++)n[e]=~n[e]}n.length+W>G&&D(n.length+W),W=$n(n,H,W,66);return}else throw RangeError(e+` was too large to fit in MessagePack 64-bit integer format, use useBigIntExtension, or set largeBigIntToFloat to convert to float-64, or set largeBigIntToString to convert to string`);W+=8}else if(n===`undefined`)this.encodeUndefinedAsNil?H[W++]=192:(H[W++]=212,H[W++]=0,H[W++]=0);else throw Error(`Unknown type: `+n)},ee=this.variableMapSize||this.coercibleKeyAsNumber||this.skipValues?e=>{let t;if(this.skipValues){t=[];for(let n in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(n))&&!this.skipValues.includes(e[n])&&t.push(n)}else t=Object.keys(e);let n=t.length;n<16?H[W++]=128|n:n<65536?(H[W++]=222,H[W++]=n>>8,H[W++]=n&255):(H[W++]=223,U.setUint32(W,n),W+=4);let r;if(this.coercibleKeyAsNumber)for(let i=0;i<n;i++){r=t[i];let n=Number(r);w(isNaN(n)?r:n),w(e[r])}else for(let i=0;i<n;i++)w(r=t[i]),w(e[r])}:e=>{H[W++]=222;let n=W-t;W+=2;let r=0;for(let t in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(t))&&(w(t),w(e[t]),r++);if(r>65535)throw Error(`Object is too large to serialize with fast 16-bit map size, use the "variableMapSize" option to serialize this object`);H[n+++t]=r>>8,H[n+t]=r&255},te=this.useRecords===!1?ee:e.progressiveRecords&&!d&&u>0?e=>{let n,i=r.transitions||(r.transitions=Object.create(null)),a=W++-t,o;for(let s in e)if(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(s)){if(n=i[s],n)i=n;else{let c=Object.keys(e),l=i;i=r.transitions;let u=0;for(let e=0,t=c.length;e<t;e++){let t=c[e];n=i[t],n||(n=i[t]=Object.create(null),u++),i=n}a+t+1==W?(W--,O(i,c,u)):k(i,c,a,u),o=!0,i=l[s]}w(e[s])}if(!o){let n=i[Kn];n?H[a+t]=n:k(i,Object.keys(e),a,0)}}:e=>{let t,n=r.transitions||(r.transitions=Object.create(null)),i=0;for(let r in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(r))&&(t=n[r],t||(t=n[r]=Object.create(null),i++),n=t);let a=n[Kn];if(a)a>=96&&d?(H[W++]=((a-=96)&31)+96,H[W++]=a>>5):H[W++]=a;else if(O(n,n.__keys__||Object.keys(e),i)===!1)return ee(e);for(let t in e)(typeof e.hasOwnProperty!=`function`||e.hasOwnProperty(t))&&w(e[t])},ne=typeof this.useRecords==`function`&&this.useRecords,T=ne?e=>{ne(e)?te(e):ee(e)}:te,E=e=>{let i=o._writeStruct(e,H,t,W,r,D,(e,t,r)=>{if(r)return n=!0;W=t;let i=H;return w(e),S(),i===H?W:{position:W,targetView:U,target:H}});if(i===0)return T(e);W=i},D=e=>{let n;if(e>16777216){if(e-t>Hn)throw Error(`Packed buffer would be larger than maximum buffer size`);n=Math.min(Hn,Math.round(Math.max((e-t)*(e>67108864?1.25:2),4194304)/4096)*4096)}else n=(Math.max(e-t<<2,H.length-1)>>12)+1<<12;let r=new Bn(n);return U=r.dataView||=new DataView(r.buffer,0,n),e=Math.min(e,H.length),H.copy?H.copy(r,0,t,e):r.set(H.slice(t,e)),W-=t,t=0,G=r.length-10,H=r},O=(e,t,i)=>{let a=r.nextId;if(a||=64,a<f&&(v&&this.saveStructures||this.shouldShareStructure&&!this.shouldShareStructure(t))){if(v&&this.saveStructures&&(!this.shouldShareStructure||this.shouldShareStructure(t))&&(y||=[]).push(t),!u)return!1;a=r.nextOwnId,a<p||(a=f),r.nextOwnId=a+1}else{if(a>=p){if(!u)return!1;a=f}r.nextId=a+1}let o=t.highByte=a>=96&&d?a-96>>5:-1;e[Kn]=a,e.__keys__=t,r[a-64]=t,a<f?(t.isShared=!0,r.sharedLength=a-63,n=!0,o>=0?(H[W++]=(a&31)+96,H[W++]=o):H[W++]=a):(o>=0?(H[W++]=213,H[W++]=114,H[W++]=(a&31)+96,H[W++]=o):(H[W++]=212,H[W++]=114,H[W++]=a),i&&(h+=g*i),m.length>=u&&(m.shift()[Kn]=0),m.push(e),w(t))},k=(e,n,r,i)=>{let a=H,o=W,s=G,c=t;H=Un,W=0,t=0,H||(Un=H=new Bn(8192)),G=H.length-10,O(e,n,i),Un=H;let l=W;if(H=a,W=o,G=s,t=c,l>1){let e=W+l-1;e>G&&D(e);let n=r+t;H.copyWithin(n+l,n+1,W),H.set(Un.slice(0,l),n),W=e}else H[r+t]=Un[0]}}useBuffer(e){H=e,H.dataView||(H.dataView=new DataView(H.buffer,H.byteOffset,H.byteLength)),U=H.dataView,W=0}set position(e){W=e}get position(){return W}clearSharedData(){this.structures&&(this.structures=[],this.lastNamedStructuresLength=0),this.typedStructs&&=[]}};const Jn=Date.prototype.toJSON,Yn=typeof Buffer<`u`?Buffer.prototype.toJSON:Jn;Rn=[Date,Set,Error,RegExp,ArrayBuffer,Object.getPrototypeOf(Uint8Array.prototype).constructor,DataView,Yt],Ln=[{pack(e,t,n){let r=e.getTime()/1e3;if((this.useTimestamp32||e.getMilliseconds()===0)&&r>=0&&r<4294967296){let{target:e,targetView:n,position:i}=t(6);e[i++]=214,e[i++]=255,n.setUint32(i,r)}else if(r>0&&r<4294967296){let{target:n,targetView:i,position:a}=t(10);n[a++]=215,n[a++]=255,i.setUint32(a,e.getMilliseconds()*4e6+(r/1e3/4294967296|0)),i.setUint32(a+4,r)}else if(isNaN(r)){if(this.onInvalidDate)return t(0),n(this.onInvalidDate());let{target:e,targetView:r,position:i}=t(3);e[i++]=212,e[i++]=255,e[i++]=255}else{let{target:n,targetView:i,position:a}=t(15);n[a++]=199,n[a++]=12,n[a++]=255,i.setUint32(a,e.getMilliseconds()*1e6),i.setBigInt64(a+4,BigInt(Math.floor(r)))}}},{pack(e,t,n){if(this.setAsEmptyObject)return t(0),n({});let r=Array.from(e),{target:i,position:a}=t(this.moreTypes?3:0);this.moreTypes&&(i[a++]=212,i[a++]=115,i[a++]=0),n(r)}},{pack(e,t,n){let{target:r,position:i}=t(this.moreTypes?3:0);this.moreTypes&&(r[i++]=212,r[i++]=101,r[i++]=0),n([e.name,e.message,e.cause])}},{pack(e,t,n){let{target:r,position:i}=t(this.moreTypes?3:0);this.moreTypes&&(r[i++]=212,r[i++]=120,r[i++]=0),n([e.source,e.flags])}},{pack(e,t){this.moreTypes?Zn(e,16,t):Qn(zn?Buffer.from(e):new Uint8Array(e),t)}},{pack(e,t){let n=e.constructor;n!==Vn&&this.moreTypes?Zn(e,On.indexOf(n.name),t):Qn(e,t)}},{pack(e,t){this.moreTypes?Zn(e,17,t):Qn(zn?Buffer.from(e):new Uint8Array(e),t)}},{pack(e,t){let{target:n,position:r}=t(1);n[r]=193}}];const Xn=Ln.length;function Zn(e,t,n,r){let i=e.byteLength;if(i+1<256){var{target:a,position:o}=n(4+i);a[o++]=199,a[o++]=i+1}else if(i+1<65536){var{target:a,position:o}=n(5+i);a[o++]=200,a[o++]=i+1>>8,a[o++]=i+1&255}else{var{target:a,position:o,targetView:s}=n(7+i);a[o++]=201,s.setUint32(o,i+1),o+=4}a[o++]=116,a[o++]=t,e.buffer||(e=new Uint8Array(e)),a.set(new Uint8Array(e.buffer,e.byteOffset,e.byteLength),o)}function Qn(e,t){let n=e.byteLength;var r,i;if(n<256){var{target:r,position:i}=t(n+2);r[i++]=196,r[i++]=n}else if(n<65536){var{target:r,position:i}=t(n+3);r[i++]=197,r[i++]=n>>8,r[i++]=n&255}else{var{target:r,position:i,targetView:a}=t(n+5);r[i++]=198,a.setUint32(i,n),i+=4}r.set(e,i)}function $n(e,t,n,r){let i=e.length;switch(i){case 1:t[n++]=212;break;case 2:t[n++]=213;break;case 4:t[n++]=214;break;case 8:t[n++]=215;break;case 16:t[n++]=216;break;default:i<256?(t[n++]=199,t[n++]=i):i<65536?(t[n++]=200,t[n++]=i>>8,t[n++]=i&255):(t[n++]=201,t[n++]=i>>24,t[n++]=i>>16&255,t[n++]=i>>8&255,t[n++]=i&255)}return t[n++]=r,t.set(e,n),n+=i,n}function er(e,t){let n,r=t.length*6,i=e.length-r;for(;n=t.pop();){let t=n.offset,a=n.id;e.copyWithin(t+r,t,i),r-=6;let o=t+r;e[o++]=214,e[o++]=105,e[o++]=a>>24,e[o++]=a>>16&255,e[o++]=a>>8&255,e[o++]=a&255,i=t}return e}function tr(e,t,n){if(K.length>0){U.setUint32(K.position+e,W+n-K.position-e),K.stringsPosition=W-e;let r=K;K=null,t(r[0]),t(r[1])}}function nr(e,t){return e.isCompatible=e=>{let n=!e||(t.lastNamedStructuresLength||0)===e.length;return n||t._mergeStructures(e),n},e}qn.SUPPORTS_STRUCT_HOOKS=!0;let rr=new qn({useRecords:!1});rr.pack,rr.pack;const{NEVER:ir,ALWAYS:ar,DECIMAL_ROUND:or,DECIMAL_FIT:sr}=Fn;var cr=a(((e,t)=>{let n=()=>process.platform===`linux`,r=null;t.exports={isLinux:n,getReport:()=>{if(!r){if(n()&&process.report){let e=process.report.excludeNetwork;process.report.excludeNetwork=!0,r=process.report.getReport(),process.report.excludeNetwork=e}else r={}}return r}}})),lr=a(((e,n)=>{let r=t(`fs`),i=2048;n.exports={LDD_PATH:`/usr/bin/ldd`,SELF_PATH:`/proc/self/exe`,readFileSync:e=>{let t=r.openSync(e,`r`),n=Buffer.alloc(i),a=r.readSync(t,n,0,i,0);return r.close(t,()=>{}),n.subarray(0,a)},readFile:e=>new Promise((t,n)=>{r.open(e,`r`,(e,a)=>{if(e)n(e);else{let e=Buffer.alloc(i);r.read(a,e,0,i,0,(n,i)=>{t(e.subarray(0,i)),r.close(a,()=>{})})}})})}})),ur=a(((e,t)=>{t.exports={interpreterPath:e=>{if(e.length<64||e.readUInt32BE(0)!==2135247942||e.readUInt8(4)!==2||e.readUInt8(5)!==1)return null;let t=e.readUInt32LE(32),n=e.readUInt16LE(54),r=e.readUInt16LE(56);for(let i=0;i<r;i++){let r=t+i*n;if(e.readUInt32LE(r)===3){let t=e.readUInt32LE(r+8),n=e.readUInt32LE(r+32);return e.subarray(t,t+n).toString().replace(/\0.*$/g,``)}}return null}}})),dr=a(((e,n)=>{let r=t(`child_process`),{isLinux:i,getReport:a}=cr(),{LDD_PATH:o,SELF_PATH:s,readFile:c,readFileSync:l}=lr(),{interpreterPath:u}=ur(),d,f,p,m=`getconf GNU_LIBC_VERSION 2>&1 || true; ldd --version 2>&1 || true`,h=``,g=()=>h||new Promise(e=>{r.exec(m,(t,n)=>{h=t?` `:n,e(h)})}),_=()=>{if(!h)try{h=r.execSync(m,{encoding:`utf8`})}catch{h=` `}return h},v=`glibc`,y=/LIBC[a-z0-9 \-).]*?(\d+\.\d+)/i,b=`musl`,x=e=>e.includes(`libc.musl-`)||e.includes(`ld-musl-`),S=()=>{let e=a();return e.header&&e.header.glibcVersionRuntime?v:Array.isArray(e.sharedObjects)&&e.sharedObjects.some(x)?b:null},C=e=>{let[t,n]=e.split(/[\r\n]+/);return t&&t.includes(v)?v:n&&n.includes(b)?b:null},w=e=>{if(e){if(e.includes(`/ld-musl-`))return b;if(e.includes(`/ld-linux-`))return v}return null},ee=e=>(e=e.toString(),e.includes(`musl`)?b:e.includes(`GNU C Library`)?v:null),te=async()=>{if(f!==void 0)return f;f=null;try{let e=await c(o);f=ee(e)}catch{}return f},ne=()=>{if(f!==void 0)return f;f=null;try{let e=l(o);f=ee(e)}catch{}return f},T=async()=>{if(d!==void 0)return d;d=null;try{let e=await c(s),t=u(e);d=w(t)}catch{}return d},E=()=>{if(d!==void 0)return d;d=null;try{let e=l(s),t=u(e);d=w(t)}catch{}return d},D=async()=>{let e=null;if(i()&&(e=await T(),!e&&(e=await te(),e||=S(),!e))){let t=await g();e=C(t)}return e},O=()=>{let e=null;if(i()&&(e=E(),!e&&(e=ne(),e||=S(),!e))){let t=_();e=C(t)}return e},k=async()=>i()&&await D()!==v,A=()=>i()&&O()!==v,re=async()=>{if(p!==void 0)return p;p=null;try{let e=(await c(o)).match(y);e&&(p=e[1])}catch{}return p},j=()=>{if(p!==void 0)return p;p=null;try{let e=l(o).match(y);e&&(p=e[1])}catch{}return p},ie=()=>{let e=a();return e.header&&e.header.glibcVersionRuntime?e.header.glibcVersionRuntime:null},M=e=>e.trim().split(/\s+/)[1],ae=e=>{let[t,n,r]=e.split(/[\r\n]+/);return t&&t.includes(v)?M(t):n&&r&&n.includes(b)?M(r):null};n.exports={GLIBC:v,MUSL:b,family:D,familySync:O,isNonGlibcLinux:k,isNonGlibcLinuxSync:A,version:async()=>{let e=null;if(i()&&(e=await re(),e||=ie(),!e)){let t=await g();e=ae(t)}return e},versionSync:()=>{let e=null;if(i()&&(e=j(),e||=ie(),!e)){let t=_();e=ae(t)}return e}}})),fr=a(((e,n)=>{var r=t(`fs`),i=t(`path`),a=t(`url`),o=t(`os`),s=typeof __webpack_require__==`function`?__non_webpack_require__:t,c=process.config&&process.config.variables||{},l=!!process.env.PREBUILDS_ONLY,u=process.versions,d=u.modules;(u.deno||process.isBun)&&(d=`unsupported`);var f=D()?`electron`:E()?`node-webkit`:`node`,p=process.env.npm_config_arch||o.arch(),m=process.env.npm_config_platform||o.platform(),h=process.env.LIBC||(O(m)?`musl`:`glibc`),g=process.env.ARM_VERSION||(p===`arm64`?`8`:c.arm_version)||``,_=(u.uv||``).split(`.`)[0];n.exports=v;function v(e){return s(v.resolve(e))}v.resolve=v.path=function(e){e=i.resolve(e||`.`);var n=``,r;try{n=s(i.join(e,`package.json`)).name;var o=n.toUpperCase().replace(/-/g,`_`);process.env[o+`_PREBUILD`]&&(e=process.env[o+`_PREBUILD`])}catch(e){r=e}if(!l){var c=b(i.join(e,`build/Release`),x);if(c)return c;var u=b(i.join(e,`build/Debug`),x);if(u)return u}var v=k(e);if(v)return v;var ne=k(i.dirname(process.execPath));if(ne)return ne;var E=(n[0]==`@`?``:`@`+n+`/`)+n+`-`+m+`-`+p,D;try{return A(i.dirname(t(`module`).createRequire(a.pathToFileURL(i.join(e,`package.json`))).resolve(E)))}catch(e){D=e}let O=`No native build was found for `+[`platform=`+m,`arch=`+p,`runtime=`+f,`abi=`+d,`uv=`+_,g?`armv=`+g:``,`libc=`+h,`node=`+process.versions.node,process.versions.electron?`electron=`+process.versions.electron:``,typeof __webpack_require__==`function`?`webpack=true`:``].filter(Boolean).join(` `)+`
    attempted loading from: `+e+` and package: `+E+`
`;throw r&&(O+=`Error finding package.json: `+r.message+`
`),D&&(O+=`Error resolving package: `+D.message+`
`),Error(O);function k(e){var t=y(i.join(e,`prebuilds`)).map(S).filter(C(m,p)).sort(w)[0];if(t)return A(i.join(e,`prebuilds`,t.name))}function A(e){var t=y(e).map(ee).filter(te(f,d)).sort(T(f))[0];if(t)return i.join(e,t.file)}};function y(e){try{return r.readdirSync(e)}catch{return[]}}function b(e,t){var n=y(e).filter(t);return n[0]&&i.join(e,n[0])}function x(e){return/\.node$/.test(e)}function S(e){var t=e.split(`-`);if(t.length===2){var n=t[0],r=t[1].split(`+`);if(n&&r.length&&r.every(Boolean))return{name:e,platform:n,architectures:r}}}function C(e,t){return function(n){return n==null||n.platform!==e?!1:n.architectures.includes(t)}}function w(e,t){return e.architectures.length-t.architectures.length}function ee(e){var t=e.split(`.`),n=t.pop(),r={file:e,specificity:0};if(n===`node`){for(var i=0;i<t.length;i++){var a=t[i];if(a===`node`||a===`electron`||a===`node-webkit`)r.runtime=a;else if(a===`napi`)r.napi=!0;else if(a.slice(0,3)===`abi`)r.abi=a.slice(3);else if(a.slice(0,2)===`uv`)r.uv=a.slice(2);else if(a.slice(0,4)===`armv`)r.armv=a.slice(4);else if(a===`glibc`||a===`musl`)r.libc=a;else continue;r.specificity++}return r}}function te(e,t){return function(n){return!(n==null||n.runtime!==e&&!ne(n)||n.abi!==t&&!n.napi||n.uv&&n.uv!==_||n.armv&&n.armv!==g||n.libc&&n.libc!==h)}}function ne(e){return e.runtime===`node`&&e.napi}function T(e){return function(t,n){return t.runtime===n.runtime?t.abi===n.abi?t.specificity===n.specificity?0:t.specificity>n.specificity?-1:1:t.abi?-1:1:t.runtime===e?-1:1}}function E(){return!!(process.versions&&process.versions.nw)}function D(){return process.versions&&process.versions.electron||process.env.ELECTRON_RUN_AS_NODE?!0:typeof window<`u`&&window.process&&window.process.type===`renderer`}function O(e){if(e!==`linux`)return!1;let{familySync:t,MUSL:n}=dr();return t()===n}v.parseTags=ee,v.matchTags=te,v.compareTags=T,v.parseTuple=S,v.matchTuple=C,v.compareTuples=w})),pr=a(((e,n)=>{let r=typeof __webpack_require__==`function`?__non_webpack_require__:t;n.exports=typeof r.addon==`function`?r.addon.bind(r):fr()})),mr=a(((e,t)=>{t.exports=pr()(__dirname)}));if(process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED===void 0||process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED.toLowerCase()!==`true`){let e;try{e=typeof t==`function`?mr():b(import.meta.url)(`msgpackr-extract`),e&&pn(e.extractStrings)}catch{}}const hr=`6.7.0`;function gr({code:e,jobId:t,parentKey:n,command:r,state:i}){let a;switch(e){case k.JobNotExist:a=Error(`Missing key for job ${t}. ${r}`);break;case k.JobLockNotExist:a=Error(`Missing lock for job ${t}. ${r}`);break;case k.JobNotInState:a=Error(`Job ${t} is not in the ${i} state. ${r}`);break;case k.JobPendingChildren:a=Error(`Job ${t} has pending dependencies. ${r}`);break;case k.ParentJobNotExist:a=Error(`Missing key for parent job ${n}. ${r}`);break;case k.JobLockMismatch:a=Error(`Lock mismatch for job ${t}. Cmd ${r} from ${i}`);break;case k.ParentJobCannotBeReplaced:a=Error(`The parent job ${n} cannot be replaced. ${r}`);break;case k.JobBelongsToJobScheduler:a=Error(`Job ${t} belongs to a job scheduler and cannot be removed directly. ${r}`);break;case k.JobHasFailedChildren:a=new Pt(`Cannot complete job ${t} because it has at least one failed child. ${r}`);break;case k.SchedulerJobIdCollision:a=Error(`Cannot create job scheduler iteration - job ID already exists. ${r}`);break;case k.SchedulerJobSlotsBusy:a=Error(`Cannot create job scheduler iteration - current and next time slots already have jobs. ${r}`);break;default:a=Error(`Unknown code ${e} error for ${t}. ${r}`)}return a.code=e,a}var _r=class{constructor(e=`bull`){this.prefix=e}getKeys(e){let t={};return[``,`active`,`wait`,`waiting-children`,`paused`,`id`,`delayed`,`prioritized`,`stalled-check`,`completed`,`failed`,`stalled`,`repeat`,`limiter`,`meta`,`events`,`pc`,`marker`,`de`].forEach(n=>{t[n]=this.toKey(e,n)}),t}toKey(e,t){return`${this.getQueueQualifiedName(e)}:${t}`}getQueueQualifiedName(e){return`${this.prefix}:${e}`}};const vr=new qn({useRecords:!1,encodeUndefinedAsNil:!0}).pack;function yr(e){return e.status===`ready`||e.status===`connect`&&xt(e)}async function br(e,t,n){yr(t)||await n(),yr(t)&&(await e.disconnect(!0),await n())}var xr=class e extends m{constructor(e,t,n,r,i,a,o=!0){super(),this.connection=e,this.name=t,this.blockingConnection=a,this.ownsConnection=o,this.version=hr,this.redisPrefix=i.prefix??`bull`;let s=this;this.queue={keys:n,toKey:r,opts:i,get closing(){return s.closing},get client(){return s.connection.client},get blockingClient(){return s.blockingConnection?.client},get redisVersion(){return s.connection.redisVersion},get databaseType(){return s.connection.databaseType}},this.moveToFinishedKeys=[n.wait,n.active,n.prioritized,n.events,n.stalled,n.limiter,n.delayed,n.paused,n.meta,n.pc,void 0,void 0,void 0,void 0],this.ownsConnection&&this.forwardConnectionEvents()}forQueue(t,n){let r=n??this.redisPrefix,i=new _r(r);return new e(this.connection,t,i.getKeys(t),e=>i.toKey(t,e),Object.assign(Object.assign({},this.queue.opts),{prefix:r}),this.blockingConnection,!1)}get qualifiedName(){return`${this.redisPrefix}:${this.name}`}get keys(){return this.queue.keys}toKey(e){return this.queue.toKey(e)}parseNodeKey(e){let t=e.lastIndexOf(`:`),n=e.lastIndexOf(`:`,t-1);if(t===-1||n===-1){let[t=``,n=``,r=``]=e.split(`:`);return{prefix:t,queueName:n,id:r}}return{prefix:e.slice(0,n),queueName:e.slice(n+1,t),id:e.slice(t+1)}}clientName(e=``){let t=Buffer.from(this.name).toString(`base64`);return`${this.redisPrefix}:${t}${e}`}forwardConnectionEvents(){this.connection.on(`error`,e=>this.emit(`error`,e)),this.connection.on(`ready`,()=>this.emit(`ready`)),this.connection.on(`close`,()=>this.emit(`close`)),this.blockingConnection&&(this.blockingConnection.on(`error`,e=>this.emit(`error`,e)),this.blockingConnection.on(`ready`,()=>this.emit(`ready`)))}async waitUntilReady(){await this.connection.client,this.blockingConnection&&await this.blockingConnection.client}async close(e=!1){if(this.ownsConnection)return this.closing||=(async()=>{this.blockingConnection&&await this.blockingConnection.close(e),await this.connection.close(e)})(),this.closing}async disconnect(){this.ownsConnection&&(await this.connection.disconnect(),this.blockingConnection&&await this.blockingConnection.disconnect())}async setName(e){let t=await this.connection.client;try{await t.clientSetName(e)}catch(e){if(!wt.test(e.message)&&!this.closing)throw e}}get client(){return this.connection.client}get blockingClient(){return this.blockingConnection?.client}get redisVersion(){return this.connection.redisVersion}get databaseType(){return this.connection.databaseType}get minimumBlockTimeout(){return(this.blockingConnection??this.connection).capabilities.canBlockFor1Ms?.001:.002}get maximumBlockTimeout(){return 10}async disconnectBlocking(e=!0){this.blockingConnection&&await this.blockingConnection.disconnect(e)}async reconnectBlocking(){this.blockingConnection&&await this.blockingConnection.reconnect()}execCommand(e,t,n){let r=`${t}:${this.version}`;return e.runCommand(r,n)}async isJobInState(e,t){let n=await this.queue.client;if(e===`waiting`)return await this.isJobInState(`wait`,t)||await this.isJobInState(`paused`,t);if(e===`wait`||e===`active`||e===`paused`){let r=this.queue.toKey(e),i;return i=Et(this.queue.redisVersion,`6.0.6`,this.queue.databaseType)?await this.execCommand(n,`isJobInList`,[r,t]):await n.lpos(r,t),Number.isInteger(i)}if(e===`prioritized`||e===`completed`||e===`failed`||e===`delayed`||e===`waiting-children`)return await n.zscore(this.queue.toKey(e),t)!==null;throw Error(`Unknown job state: ${e}`)}addDelayedJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.marker,i.meta,i.id,i.delayed,i.completed,i.events];return a.push(vr(n),e.data,t),a}addDelayedJob(e,t,n,r,i=this.queue.keys){let a=this.addDelayedJobArgs(t,n,r,i);return this.execCommand(e,`addDelayedJob`,a)}addPrioritizedJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.marker,i.meta,i.id,i.prioritized,i.delayed,i.completed,i.active,i.events,i.pc];return a.push(vr(n),e.data,t),a}addPrioritizedJob(e,t,n,r,i=this.queue.keys){let a=this.addPrioritizedJobArgs(t,n,r,i);return this.execCommand(e,`addPrioritizedJob`,a)}addParentJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.meta,i.id,i.delayed,i[`waiting-children`],i.completed,i.events];return a.push(vr(n),e.data,t),a}addParentJob(e,t,n,r,i=this.queue.keys){let a=this.addParentJobArgs(t,n,r,i);return this.execCommand(e,`addParentJob`,a)}addStandardJobArgs(e,t,n,r=this.queue.keys){let i=r,a=[i.wait,i.paused,i.meta,i.id,i.completed,i.delayed,i.active,i.events,i.marker];return a.push(vr(n),e.data,t),a}addStandardJob(e,t,n,r,i=this.queue.keys){let a=this.addStandardJobArgs(t,n,r,i);return this.execCommand(e,`addStandardJob`,a)}async addJobToTransaction(e,t,n,r={},i=this.queue.keys){let a=t.opts,o=i,s=t.parent,c=[o[``],n===void 0?``:n,t.name,t.timestamp,t.parentKey||null,r.parentDependenciesKey||null,s,t.repeatJobKey,t.deduplicationId?`${o.de}:${t.deduplicationId}`:null,r.deferParentRelease?1:null],l=vr(Tr(a)),u;if(u=r.addToWaitingChildren?await this.addParentJob(e,t,l,c,i):typeof a.delay==`number`&&a.delay>0?await this.addDelayedJob(e,t,l,c,i):a.priority?await this.addPrioritizedJob(e,t,l,c,i):await this.addStandardJob(e,t,l,c,i),u<0)throw this.finishedErrors({code:u,parentKey:r.parentKey,command:`addJob`});return u}async addJob(e,t,n={}){let r=await this.queue.client;return this.addJobToTransaction(r,e,t,n)}async addJobs(e){let t=(await this.queue.client).pipeline();for(let n of e)this.addJobToTransaction(t,n.job,n.jobId,n.parentKeyOpts);let n=await t.exec(),r=[];for(let[e,t]of n){if(e)throw e;r.push(t)}return r}async addFlow(e){let t=(await this.queue.client).multi(),n=new Map;for(let r of e){let e=new _r(r.prefix).getKeys(r.queueName);await this.addJobToTransaction(t,r.jobData,r.jobId,Object.assign(Object.assign({},r.parentKeyOpts),{deferParentRelease:!0}),e);let i=r.jobData.parent,a=r.parentKeyOpts?.parentKey;i&&a&&n.set(a,{parentId:i.id,parentKey:a,parentQueueKey:i.queueKey})}for(let{parentId:e,parentKey:r,parentQueueKey:i}of n.values())this.execCommand(t,`releaseParentIfNoPendingDependencies`,[r,`${r}:dependencies`,i,e,Date.now()]);let r=await t.exec();for(let[t]of r.slice(e.length))if(t)throw t;return r.slice(0,e.length)}pauseArgs(e,t=!0){let n=`wait`,r=`paused`;e||(n=`paused`,r=`wait`);let i=[n,r,`meta`,`prioritized`].map(e=>this.queue.toKey(e));i.push(this.queue.keys.events,this.queue.keys.delayed,this.queue.keys.marker);let a=[e?`paused`:`resumed`,t?`1`:`0`];return i.concat(a)}async pause(e){let t=await this.queue.client;if(e){let e=this.pauseArgs(!0);await this.execCommand(t,`pause`,e);return}let n=0,r=!0;do{let e=this.pauseArgs(!1,r);n=Number(await this.execCommand(t,`pause`,e)),r=!1}while(n>0)}async removeDeduplicationKey(e,t){let n=await this.queue.client,r=[`${this.queue.keys.de}:${e}`],i=[t];return this.execCommand(n,`removeDeduplicationKey`,r.concat(i))}async addJobScheduler(e,t,n,r,i,a,o){let s=await this.queue.client,c=this.queue.keys,l=[c.repeat,c.delayed,c.wait,c.paused,c.meta,c.prioritized,c.marker,c.id,c.events,c.pc,c.active],u=[t,vr(i),e,n,vr(Tr(r)),vr(Tr(a)),Date.now(),c[``],o?this.queue.toKey(o):``],d=await this.execCommand(s,`addJobScheduler`,l.concat(u));if(typeof d==`number`&&d<0)throw this.finishedErrors({code:d,command:`addJobScheduler`});return d}async updateJobSchedulerNextMillis(e,t,n,r,i){let a=await this.queue.client,o=this.queue.keys,s=[o.repeat,o.delayed,o.wait,o.paused,o.meta,o.prioritized,o.marker,o.id,o.events,o.pc,i?this.queue.toKey(i):``,o.active],c=[t,e,n,vr(Tr(r)),Date.now(),o[``],i];return this.execCommand(a,`updateJobScheduler`,s.concat(c))}async removeJobScheduler(e){let t=await this.queue.client,n=this.queue.keys,r=[n.repeat,n.delayed,n.events],i=[e,n[``]];return this.execCommand(t,`removeJobScheduler`,r.concat(i))}removeArgs(e,t){let n=[e,`repeat`].map(e=>this.queue.toKey(e)),r=[e,+!!t,this.queue.toKey(``)];return n.concat(r)}async remove(e,t){let n=await this.queue.client,r=this.removeArgs(e,t),i=await this.execCommand(n,`removeJob`,r);if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`removeJob`});return i}async removeUnprocessedChildren(e){let t=await this.queue.client,n=[this.queue.toKey(e),this.queue.keys.meta,this.queue.toKey(``),e];await this.execCommand(t,`removeUnprocessedChildren`,n)}async extendLock(e,t,n,r){r||=await this.queue.client;let i=[this.queue.toKey(e)+`:lock`,this.queue.keys.stalled,t,n,e];return this.execCommand(r,`extendLock`,i)}async extendLocks(e,t,n){let r=await this.queue.client,i=[this.queue.keys.stalled,this.queue.toKey(``),vr(t),vr(e),n];return this.execCommand(r,`extendLocks`,i)}async updateData(e,t){let n=await this.queue.client,r=[this.queue.toKey(e.id)],i=JSON.stringify(t),a=await this.execCommand(n,`updateData`,r.concat([i]));if(a<0)throw this.finishedErrors({code:a,jobId:e.id,command:`updateData`})}async updateProgress(e,t){let n=await this.queue.client,r=[this.queue.toKey(e),this.queue.keys.events,this.queue.keys.meta],i=JSON.stringify(t),a=await this.execCommand(n,`updateProgress`,r.concat([e,i]));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`updateProgress`})}async addLog(e,t,n){let r=await this.queue.client,i=[this.queue.toKey(e),this.queue.toKey(e)+`:logs`],a=await this.execCommand(r,`addLog`,i.concat([e,t,n||``]));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`addLog`});return a}moveToFinishedArgs(e,t,n,r,i,a,o,s=!0,c){let l=this.queue.keys,u=this.queue.opts,d=i===`completed`?u.removeOnComplete:u.removeOnFail,f=this.queue.toKey(`metrics:${i}`),p=this.moveToFinishedKeys;p[10]=l[i],p[11]=this.queue.toKey(e.id??``),p[12]=f,p[13]=this.queue.keys.marker;let m=this.getKeepJobs(r,d),h=[e.id,o,n,t===void 0?`null`:t,i,!s||this.queue.closing?0:1,l[``],vr({token:a,name:u.name,keepJobs:m,limiter:u.limiter,lockDuration:u.lockDuration,attempts:e.opts.attempts,maxMetricsSize:u.metrics?.maxDataPoints?u.metrics?.maxDataPoints:``,fpof:!!e.opts?.failParentOnFailure,cpof:!!e.opts?.continueParentOnFailure,idof:!!e.opts?.ignoreDependencyOnFailure,rdof:!!e.opts?.removeDependencyOnFailure}),c?vr(mt(c)):void 0];return p.concat(h)}getKeepJobs(e,t){return e===void 0?t||{count:e?0:-1}:typeof e==`object`?e:typeof e==`number`?{count:e}:{count:e?0:-1}}async moveToFinished(e,t){let n=await this.queue.client,r=await this.execCommand(n,`moveToFinished`,t);if(r<0)throw this.finishedErrors({code:r,jobId:e,command:`moveToFinished`,state:`active`});if(r!==void 0)return Sr(r)}drainArgs(e){let t=this.queue.keys,n=[t.wait,t.paused,t.delayed,t.prioritized,t.repeat],r=[t[``],e?`1`:`0`];return n.concat(r)}async drain(e){let t=await this.queue.client,n=this.drainArgs(e);return this.execCommand(t,`drain`,n)}removeChildDependencyArgs(e,t){let n=[this.queue.keys[``]],r=[this.queue.toKey(e),t];return n.concat(r)}async removeChildDependency(e,t){let n=await this.queue.client,r=this.removeChildDependencyArgs(e,t),i=await this.execCommand(n,`removeChildDependency`,r);switch(i){case 0:return!0;case 1:return!1;default:throw this.finishedErrors({code:i,jobId:e,parentKey:t,command:`removeChildDependency`})}}getRangesArgs(e,t,n,r){let i=this.queue.keys,a=e.map(e=>e===`waiting`?`wait`:e),o=[i[``]],s=[t,n,r?`1`:`0`,...a];return o.concat(s)}async getRanges(e,t=0,n=1,r=!1){let i=await this.queue.client,a=this.getRangesArgs(e,t,n,r);return await this.execCommand(i,`getRanges`,a)}getJobsArgs(e,t,n,r){let i=this.queue.keys,a=[...new Set(e.map(e=>e===`waiting`?`wait`:e))],o=[i[``]],s=[t,n,r?`1`:`0`,5,...a];return o.concat(s)}async getJobs(e,t=0,n=-1,r=!1){let i=await this.queue.client,a=this.getJobsArgs(e,t,n,r);return await this.execCommand(i,`getJobs`,a)}getCountsArgs(e,t){let n=this.queue.keys,r=e.map(e=>e===`waiting`?`wait`:e),i=[n[``]],a=t===void 0?r:[t,...r];return i.concat(a)}async getCounts(e,t){let n=await this.queue.client,r=this.getCountsArgs(e,t);return await this.execCommand(n,`getCounts`,r)}getCountsPerPriorityArgs(e){let t=[this.queue.keys.wait,this.queue.keys.prioritized],n=e;return t.concat(n)}async getCountsPerPriority(e){let t=await this.queue.client,n=this.getCountsPerPriorityArgs(e);return await this.execCommand(t,`getCountsPerPriority`,n)}getDependencyCountsArgs(e,t){let n=[`${e}:processed`,`${e}:dependencies`,`${e}:failed`,`${e}:unsuccessful`].map(e=>this.queue.toKey(e)),r=t;return n.concat(r)}async getDependencyCounts(e,t){let n=await this.queue.client,r=this.getDependencyCountsArgs(e,t);return await this.execCommand(n,`getDependencyCounts`,r)}moveToCompletedArgs(e,t,n,r,i=!1){let a=Date.now();return this.moveToFinishedArgs(e,t,`returnvalue`,n,`completed`,r,a,i)}moveToFailedArgs(e,t,n,r,i=!1,a){let o=Date.now();return this.moveToFinishedArgs(e,t,`failedReason`,n,`failed`,r,o,i,a)}async isFinished(e,t=!1){let n=await this.queue.client,r=[`completed`,`failed`,e].map(e=>this.queue.toKey(e));return this.execCommand(n,`isFinished`,r.concat([e,t?`1`:``]))}async getState(e){let t=await this.queue.client,n=[`completed`,`failed`,`delayed`,`active`,`wait`,`paused`,`waiting-children`,`prioritized`].map(e=>this.queue.toKey(e));return Et(this.queue.redisVersion,`6.0.6`,this.queue.databaseType)?this.execCommand(t,`getState`,n.concat([e])):this.execCommand(t,`getStateV2`,n.concat([e]))}async changeDelay(e,t){let n=await this.queue.client,r=this.changeDelayArgs(e,t),i=await this.execCommand(n,`changeDelay`,r);if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`changeDelay`,state:`delayed`})}changeDelayArgs(e,t){let n=Date.now();return[this.queue.keys.delayed,this.queue.keys.meta,this.queue.keys.marker,this.queue.keys.events,t,JSON.stringify(n),e,this.queue.toKey(e)]}async changePriority(e,t=0,n=!1){let r=await this.queue.client,i=this.changePriorityArgs(e,t,n),a=await this.execCommand(r,`changePriority`,i);if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`changePriority`})}changePriorityArgs(e,t=0,n=!1){return[this.queue.keys.wait,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.prioritized,this.queue.keys.active,this.queue.keys.pc,this.queue.keys.marker,t,this.queue.toKey(``),e,+!!n]}moveToDelayedArgs(e,t,n,r,i={}){let a=this.queue.keys,o=this.queue.opts,s=[a.marker,a.active,a.prioritized,a.delayed,this.queue.toKey(e),a.events,a.meta,a.stalled,a.wait,a.limiter,a.pc],c=i.fetchNext&&!this.queue.closing?1:0;return s.concat([this.queue.keys[``],t,e,n,r,i.skipAttempt?`1`:`0`,i.fieldsToUpdate?vr(mt(i.fieldsToUpdate)):void 0,c,c?vr({token:n,lockDuration:o.lockDuration,limiter:o.limiter,name:o.name}):void 0])}moveToWaitingChildrenArgs(e,t,n){let r=Date.now(),i=Ct(n.child);return[`active`,`waiting-children`,e,`${e}:dependencies`,`${e}:unsuccessful`,`stalled`,`events`].map(e=>this.queue.toKey(e)).concat([t,i??``,JSON.stringify(r),e,this.queue.toKey(``)])}isMaxedArgs(){let e=this.queue.keys;return[e.meta,e.active]}async isMaxed(){let e=await this.queue.client,t=this.isMaxedArgs();return!!await this.execCommand(e,`isMaxed`,t)}async moveToDelayed(e,t,n,r=`0`,i={}){let a=await this.queue.client,o=this.moveToDelayedArgs(e,t,r,n,i),s=await this.execCommand(a,`moveToDelayed`,o);if(s<0)throw this.finishedErrors({code:s,jobId:e,command:`moveToDelayed`,state:`active`});if(s!==void 0)return Sr(s)}async moveToWaitingChildren(e,t,n={}){let r=await this.queue.client,i=this.moveToWaitingChildrenArgs(e,t,n),a=await this.execCommand(r,`moveToWaitingChildren`,i);switch(a){case 0:return!0;case 1:return!1;default:throw this.finishedErrors({code:a,jobId:e,command:`moveToWaitingChildren`,state:`active`})}}getRateLimitTtlArgs(e){return[this.queue.keys.limiter,this.queue.keys.meta,e??`0`]}async getRateLimitTtl(e){let t=await this.queue.client,n=this.getRateLimitTtlArgs(e);return this.execCommand(t,`getRateLimitTtl`,n)}async cleanJobsByState(e,t,n=0){let r=await this.queue.client;return this.execCommand(r,`cleanJobsInSet`,[this.queue.toKey(e),this.queue.toKey(`events`),this.queue.toKey(`repeat`),this.queue.toKey(``),t,n,e])}getJobSchedulerArgs(e){return[this.queue.keys.repeat,e]}async getJobScheduler(e){let t=await this.queue.client,n=this.getJobSchedulerArgs(e);return this.execCommand(t,`getJobScheduler`,n)}async isJobScheduler(e){return await(await this.queue.client).hexists(`${this.queue.keys.repeat}:${e}`,`ic`)===1}async getJobSchedulerData(e){return(await this.queue.client).hgetall(this.queue.toKey(`repeat:`+e))}async getJobSchedulersRange(e,t,n){let r=await this.queue.client,i=this.queue.keys.repeat;return n?r.zrange(i,e,t,{WITHSCORES:!0}):r.zrevrange(i,e,t,{WITHSCORES:!0})}async getJobSchedulersCount(){return(await this.queue.client).zcard(this.queue.keys.repeat)}retryJobArgs(e,t,n,r={}){let i=[this.queue.keys.active,this.queue.keys.wait,this.queue.keys.paused,this.queue.toKey(e),this.queue.keys.meta,this.queue.keys.events,this.queue.keys.delayed,this.queue.keys.prioritized,this.queue.keys.pc,this.queue.keys.marker,this.queue.keys.stalled],a=(t?`R`:`L`)+`PUSH`;return i.concat([this.queue.toKey(``),Date.now(),a,e,n,r.fieldsToUpdate?vr(mt(r.fieldsToUpdate)):void 0])}async retryJob(e,t,n=`0`,r={}){let i=await this.queue.client,a=this.retryJobArgs(e,t,n,r),o=await this.execCommand(i,`retryJob`,a);if(o<0)throw this.finishedErrors({code:o,jobId:e,command:`retryJob`,state:`active`})}moveJobsToWaitArgs(e,t,n){let r=[this.queue.toKey(``),this.queue.keys.events,this.queue.toKey(e),this.queue.toKey(`wait`),this.queue.toKey(`paused`),this.queue.keys.meta,this.queue.keys.active,this.queue.keys.marker],i=[t,n,e];return r.concat(i)}async retryFinishedJobs(e=`failed`,t=1e3,n=new Date().getTime()){let r=await this.queue.client,i=this.moveJobsToWaitArgs(e,t,n);return this.execCommand(r,`moveJobsToWait`,i)}async promoteJobs(e=1e3){let t=await this.queue.client,n=this.moveJobsToWaitArgs(`delayed`,e,Number.MAX_VALUE);return this.execCommand(t,`moveJobsToWait`,n)}async retryFinishedJob(e,t,n={}){let r=await this.queue.client,i=[this.queue.toKey(e.id),this.queue.keys.events,this.queue.toKey(t),this.queue.keys.wait,this.queue.keys.meta,this.queue.keys.active,this.queue.keys.marker,this.queue.keys.prioritized,this.queue.keys.pc],a=[e.id,(e.opts.lifo?`R`:`L`)+`PUSH`,t===`failed`?`failedReason`:`returnvalue`,t,n.resetAttemptsMade?`1`:`0`,n.resetAttemptsStarted?`1`:`0`],o=await this.execCommand(r,`reprocessJob`,i.concat(a));switch(o){case 1:return;default:throw this.finishedErrors({code:o,jobId:e.id,command:`reprocessJob`,state:t})}}async getMetrics(e,t=0,n=-1){let r=await this.queue.client,i=[this.queue.toKey(`metrics:${e}`),this.queue.toKey(`metrics:${e}:data`)],a=[t,n];return await this.execCommand(r,`getMetrics`,i.concat(a))}async getClientList(){let e=await this.queue.client;if(e.isCluster&&typeof e.nodes==`function`){let t=e.nodes()||[];return Promise.all(t.map(e=>typeof e.clientList==`function`?e.clientList():e.client(`LIST`)))}return[await e.clientList()]}async moveToActive(e,t){let n=await this.queue.client,r=this.queue.opts,i=this.queue.keys,a=[i.wait,i.active,i.prioritized,i.events,i.stalled,i.limiter,i.delayed,i.paused,i.meta,i.pc,i.marker],o=[i[``],Date.now(),vr({token:e,lockDuration:r.lockDuration,limiter:r.limiter,name:t})];return Sr(await this.execCommand(n,`moveToActive`,a.concat(o)))}async promote(e){let t=await this.queue.client,n=[this.queue.keys.delayed,this.queue.keys.wait,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.prioritized,this.queue.keys.active,this.queue.keys.pc,this.queue.keys.events,this.queue.keys.marker],r=[this.queue.toKey(``),e],i=await this.execCommand(t,`promote`,n.concat(r));if(i<0)throw this.finishedErrors({code:i,jobId:e,command:`promote`,state:`delayed`})}moveStalledJobsToWaitArgs(){let e=this.queue.opts,t=[this.queue.keys.stalled,this.queue.keys.wait,this.queue.keys.active,this.queue.keys[`stalled-check`],this.queue.keys.meta,this.queue.keys.paused,this.queue.keys.marker,this.queue.keys.events,this.queue.keys.repeat],n=[e.maxStalledCount,this.queue.toKey(``),Date.now(),e.stalledInterval];return t.concat(n)}async moveStalledJobsToWait(){let e=await this.queue.client,t=this.moveStalledJobsToWaitArgs();return this.execCommand(e,`moveStalledJobsToWait`,t)}async moveJobFromActiveToWait(e,t=`0`){let n=await this.queue.client,r=[this.queue.keys.active,this.queue.keys.wait,this.queue.keys.stalled,this.queue.keys.paused,this.queue.keys.meta,this.queue.keys.limiter,this.queue.keys.prioritized,this.queue.keys.marker,this.queue.keys.events],i=[e,t,this.queue.toKey(e)],a=await this.execCommand(n,`moveJobFromActiveToWait`,r.concat(i));if(a<0)throw this.finishedErrors({code:a,jobId:e,command:`moveJobFromActiveToWait`,state:`active`});return a}async obliterate(e){let t=await this.queue.client,n=[this.queue.keys.meta,this.queue.toKey(``)],r=[e.count,e.force?`force`:null],i=await this.execCommand(t,`obliterate`,n.concat(r));if(i<0)switch(i){case-1:throw Error(`Cannot obliterate non-paused queue`);case-2:throw Error(`Cannot obliterate queue with active jobs`)}return i}async paginate(e,t){let n=await this.queue.client,r=[e],i=t.end>=0?t.end-t.start+1:1/0,a=`0`,o=0,s,c,l,u=[],d=[];do{let e=[t.start+u.length,t.end,a,o,5];t.fetchJobs&&e.push(1),[a,o,s,c,l]=await this.execCommand(n,`paginate`,r.concat(e)),u=u.concat(s),l&&l.length&&(d=d.concat(l.map(e=>wr(pt(e)))))}while(a!=`0`&&u.length<i);if(u.length&&Array.isArray(u[0])){let e=[];for(let t=0;t<u.length;t++){let[n,r]=u[t];try{e.push({id:n,v:JSON.parse(r)})}catch(t){e.push({id:n,err:t.message})}}return{cursor:a,items:e,total:c,jobs:d}}return{cursor:a,items:u.map(e=>({id:e})),total:c,jobs:d}}finishedErrors({code:e,jobId:t,parentKey:n,command:r,state:i}){return gr({code:e,jobId:t,parentKey:n,command:r,state:i})}async removeOrphanedJobsBatch(e,t,n){let r=await this.queue.client,i=[this.queue.toKey(``),t.length,...t,n.length,...n,...e];return this.execCommand(r,`removeOrphanedJobs`,i)}async removeOrphanedJobs(e=1e3,t=0){let n=await this.queue.client,r=this.queue.keys,i=new Set(Object.keys(r)),a=Object.keys(r).filter(e=>e!==``),o=[`logs`,`dependencies`,`processed`,`failed`,`unsuccessful`,`lock`],s=r[``],c=s+`*`,l=0,u=`0`;do{let[r,d]=await n.scan(u,{MATCH:c,COUNT:e});u=r;let f=new Set;for(let e of d){let t=e.slice(s.length);if(i.has(t))continue;let n=t.indexOf(`:`);if(n!==-1){let e=t.slice(0,n);if(i.has(e))continue}let r=n===-1?t:t.slice(0,n);if(n!==-1){let e=t.slice(n+1);if(!o.includes(e))continue}f.add(r)}if(f.size===0)continue;let p=await this.removeOrphanedJobsBatch([...f],a,o);if(l+=p||0,t>0&&l>=t)break}while(u!==`0`);return l}async moveToCompleted(e,t,n,r,i){let a=ut(JSON.stringify,JSON,[t]);if(a===lt)throw lt.value;let o=this.moveToCompletedArgs(e,a,n,r,i);return{result:await this.moveToFinished(e.id,o),finishedOn:o[this.moveToFinishedKeys.length+1]}}async moveToFailed(e,t,n,r,i,a){let o=this.moveToFailedArgs(e,t,n,r,i,a);return{result:await this.moveToFinished(e.id,o),finishedOn:o[this.moveToFinishedKeys.length+1]}}async getJobData(e){let t=await(await this.queue.client).hgetall(this.queue.toKey(e));return ft(t)?void 0:wr(t)}async getDeduplicationJobId(e){return(await this.queue.client).get(`${this.queue.keys.de}:${e}`)}async getJobLogs(e,t,n,r){let i=(await this.queue.client).multi(),a=this.queue.toKey(e+`:logs`);r?i.lrange(a,t,n):i.lrange(a,-(n+1),-(t+1)),i.llen(a);let o=await i.exec();return r||o[0][1].reverse(),{logs:o[0][1],count:o[1][1]}}async clearLogs(e,t){let n=await this.queue.client,r=this.queue.toKey(e)+`:logs`;t?await n.ltrim(r,-t,-1):await n.del(r)}async getProcessedChildrenValues(e){return await(await this.queue.client).hgetall(this.queue.toKey(`${e}:processed`))}async getIgnoredChildrenFailures(e){return(await this.queue.client).hgetall(this.queue.toKey(`${e}:failed`))}async getDependencies(e,t={}){let n=(await this.queue.client).pipeline();if(!t.processed&&!t.unprocessed&&!t.ignored&&!t.failed){n.hgetall(this.queue.toKey(`${e}:processed`)),n.smembers(this.queue.toKey(`${e}:dependencies`)),n.hgetall(this.queue.toKey(`${e}:failed`)),n.zrange(this.queue.toKey(`${e}:unsuccessful`),0,-1);let[[t,r],[i,a],[o,s],[c,l]]=await n.exec();return{processed:Dt(r),unprocessed:a,failed:l,ignored:s}}{let r={cursor:0,count:20},i=[];if(t.processed){i.push(`processed`);let a=Object.assign(Object.assign({},r),t.processed);n.hscan(this.queue.toKey(`${e}:processed`),a.cursor,{COUNT:a.count})}if(t.unprocessed){i.push(`unprocessed`);let a=Object.assign(Object.assign({},r),t.unprocessed);n.sscan(this.queue.toKey(`${e}:dependencies`),a.cursor,{COUNT:a.count})}if(t.ignored){i.push(`ignored`);let a=Object.assign(Object.assign({},r),t.ignored);n.hscan(this.queue.toKey(`${e}:failed`),a.cursor,{COUNT:a.count})}let a;if(t.failed){i.push(`failed`);let o=Object.assign(Object.assign({},r),t.failed);a=o.cursor+o.count,n.zrange(this.queue.toKey(`${e}:unsuccessful`),o.cursor,o.count-1)}let o=await n.exec(),s,c,l,u,d,f,p;return i.forEach((e,t)=>{switch(e){case`processed`:{s=o[t][1][0];let e=o[t][1][1],n={};for(let t=0;t<e.length;++t)t%2&&(n[e[t-1]]=JSON.parse(e[t]));c=n;break}case`failed`:d=o[t][1];break;case`ignored`:{f=o[t][1][0];let e=o[t][1][1],n={};for(let t=0;t<e.length;++t)t%2&&(n[e[t-1]]=e[t]);p=n;break}case`unprocessed`:l=o[t][1][0],u=o[t][1][1]}}),Object.assign(Object.assign(Object.assign(Object.assign({},s?{processed:c,nextProcessedCursor:Number(s)}:{}),f?{ignored:p,nextIgnoredCursor:Number(f)}:{}),a?{failed:d,nextFailedCursor:a}:{}),l?{unprocessed:u,nextUnprocessedCursor:Number(l)}:{})}}async setQueueMeta(e){return(await this.queue.client).hset(this.queue.keys.meta,e)}async getQueueMetaField(e){return(await this.queue.client).hget(this.queue.keys.meta,e)}async getQueueMetaFields(e){return(await this.queue.client).hmget(this.queue.keys.meta,...e)}async getQueueMeta(){return(await this.queue.client).hgetall(this.queue.keys.meta)}async removeQueueMetaFields(e){return(await this.queue.client).hdel(this.queue.keys.meta,...e)}async hasQueueMetaField(e){return await(await this.queue.client).hexists(this.queue.keys.meta,e)===1}async setRateLimit(e){await(await this.queue.client).set(this.queue.keys.limiter,2**53-1,{PX:e})}async removeRateLimitKey(){return(await this.queue.client).del(this.queue.keys.limiter)}async removeDeprecatedPriorityKey(){return(await this.queue.client).del(this.queue.toKey(`priority`))}async deleteDeduplicationKey(e){return(await this.queue.client).del(`${this.queue.keys.de}:${e}`)}async trimEvents(e){return(await this.queue.client).xtrim(this.queue.keys.events,`MAXLEN`,e,{approximate:!0})}async waitForJob(e){let t=this.blockingConnection??this.connection,n=await this.queue.blockingClient,r=t.capabilities.canDoubleTimeout?e:Math.ceil(e),i=n.bzpopmin(this.queue.keys.marker,r);i.catch(()=>null);let a=!1,o,s=new Promise(e=>{o=setTimeout(()=>{a=!0,e(null)},r*1e3+1e3)});try{let e=await Promise.race([i,s]);if(e){let[,t,n]=e;if(t)return{member:t,score:parseInt(n)}}return null}finally{if(clearTimeout(o),a&&!this.closing)try{await br(this.blockingConnection??this.connection,n,()=>this.reconnectBlocking())}catch{}}}async publishEvent(e,t){return(await this.queue.client).xadd(this.queue.keys.events,`*`,e,{MAXLEN:t,approximate:!0})}async readEvents(e,t){let n=await this.queue.client,r=n.xread([{key:this.queue.keys.events,id:e}],{BLOCK:t});if(t<=0)return r;r.catch(()=>null);let i=!1,a,o=new Promise(e=>{a=setTimeout(()=>{i=!0,e(null)},t+1e3)});try{return await Promise.race([r,o])}finally{if(clearTimeout(a),i&&!this.closing)try{await br(this.connection,n,()=>this.connection.reconnect())}catch{}}}};function Sr(e){if(e){let t=[null,e[1],e[2],e[3]];return e[0]&&(t[0]=wr(pt(e[0]))),t}return[]}function Cr(e,t=vt){let n=JSON.parse(e||`{}`),r=Object.entries(n),i={};for(let e of r){let[n,r]=e;t[n]?i[t[n]]=r:n===`tm`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{metadata:r}):n===`omc`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{omitContext:r}):i[n]=r}return i}function wr(e){return{id:e.id,name:e.name,data:e.data||`{}`,opts:Cr(e.opts),progress:JSON.parse(e.progress||`0`),delay:parseInt(e.delay),priority:parseInt(e.priority),timestamp:parseInt(e.timestamp),attemptsStarted:parseInt(e.ats||`0`),attemptsMade:parseInt(e.attemptsMade||e.atm||`0`),stalledCounter:parseInt(e.stc||`0`),finishedOn:e.finishedOn?parseInt(e.finishedOn):void 0,processedOn:e.processedOn?parseInt(e.processedOn):void 0,repeatJobKey:e.rjk,debounceId:e.deid,deduplicationId:e.deid,failedReason:e.failedReason,deferredFailure:e.defa,stacktrace:e.stacktrace,returnvalue:e.returnvalue,parentKey:e.parentKey,parent:e.parent?JSON.parse(e.parent):void 0,processedBy:e.pb}}function Tr(e={},t=yt){let n=Object.entries(e),r={};for(let[e,i]of n)if(i!==void 0){if(e in t){let n=t[e];r[n]=i}else e===`telemetry`?(i.metadata!==void 0&&(r.tm=i.metadata),i.omitContext!==void 0&&(r.omc=i.omitContext)):r[e]=i}return r}const{__extends:Er,__assign:Dr,__rest:Or,__decorate:kr,__param:Ar,__esDecorate:jr,__runInitializers:Mr,__propKey:Nr,__setFunctionName:Pr,__metadata:Fr,__awaiter:Ir,__generator:Lr,__exportStar:Rr,__createBinding:zr,__values:Br,__read:Vr,__spread:Hr,__spreadArrays:Ur,__spreadArray:Wr,__await:Gr,__asyncGenerator:Kr,__asyncDelegator:qr,__asyncValues:Jr,__makeTemplateObject:Yr,__importStar:Xr,__importDefault:Zr,__classPrivateFieldGet:Qr,__classPrivateFieldSet:$r,__classPrivateFieldIn:ei,__addDisposableResource:ti,__disposeResources:ni,__rewriteRelativeImportExtension:ri}=r(a(((e,t)=>{var n,r,i,a,o,s,c,l,u,d,f,p,m,h,g,_,v,y,b,x,S,C,w,ee,te,ne,T,E,D,O,k,A;(function(e){var n=typeof global==`object`?global:typeof self==`object`?self:typeof this==`object`?this:{};typeof define==`function`&&define.amd?define(`tslib`,[`exports`],function(t){e(r(n,r(t)))}):typeof t==`object`&&typeof t.exports==`object`?e(r(n,r(t.exports))):e(r(n));function r(e,t){return e!==n&&(typeof Object.create==`function`?Object.defineProperty(e,"__esModule",{value:!0}):e.__esModule=!0),function(n,r){return e[n]=t?t(n,r):r}}})(function(e){var t=Object.setPrototypeOf||{__proto__:[]}instanceof Array&&function(e,t){e.__proto__=t}||function(e,t){for(var n in t)Object.prototype.hasOwnProperty.call(t,n)&&(e[n]=t[n])};n=function(e,n){if(typeof n!=`function`&&n!==null)throw TypeError(`Class extends value `+String(n)+` is not a constructor or null`);t(e,n);function r(){this.constructor=e}e.prototype=n===null?Object.create(n):(r.prototype=n.prototype,new r)},r=Object.assign||function(e){for(var t,n=1,r=arguments.length;n<r;n++)for(var i in t=arguments[n],t)Object.prototype.hasOwnProperty.call(t,i)&&(e[i]=t[i]);return e},i=function(e,t){var n={};for(var r in e)Object.prototype.hasOwnProperty.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(e!=null&&typeof Object.getOwnPropertySymbols==`function`)for(var i=0,r=Object.getOwnPropertySymbols(e);i<r.length;i++)t.indexOf(r[i])<0&&Object.prototype.propertyIsEnumerable.call(e,r[i])&&(n[r[i]]=e[r[i]]);return n},a=function(e,t,n,r){var i=arguments.length,a=i<3?t:r===null?r=Object.getOwnPropertyDescriptor(t,n):r,o;if(typeof Reflect==`object`&&typeof Reflect.decorate==`function`)a=Reflect.decorate(e,t,n,r);else for(var s=e.length-1;s>=0;s--)(o=e[s])&&(a=(i<3?o(a):i>3?o(t,n,a):o(t,n))||a);return i>3&&a&&Object.defineProperty(t,n,a),a},o=function(e,t){return function(n,r){t(n,r,e)}},s=function(e,t,n,r,i,a){function o(e){if(e!==void 0&&typeof e!=`function`)throw TypeError(`Function expected`);return e}for(var s=r.kind,c=s===`getter`?`get`:s===`setter`?`set`:`value`,l=!t&&e?r.static?e:e.prototype:null,u=t||(l?Object.getOwnPropertyDescriptor(l,r.name):{}),d,f=!1,p=n.length-1;p>=0;p--){var m={};for(var h in r)m[h]=h===`access`?{}:r[h];for(var h in r.access)m.access[h]=r.access[h];m.addInitializer=function(e){if(f)throw TypeError(`Cannot add initializers after decoration has completed`);a.push(o(e||null))};var g=(0,n[p])(s===`accessor`?{get:u.get,set:u.set}:u[c],m);if(s===`accessor`){if(g===void 0)continue;if(typeof g!=`object`||!g)throw TypeError(`Object expected`);(d=o(g.get))&&(u.get=d),(d=o(g.set))&&(u.set=d),(d=o(g.init))&&i.unshift(d)}else(d=o(g))&&(s===`field`?i.unshift(d):u[c]=d)}l&&Object.defineProperty(l,r.name,u),f=!0},c=function(e,t,n){for(var r=arguments.length>2,i=0;i<t.length;i++)n=r?t[i].call(e,n):t[i].call(e);return r?n:void 0},l=function(e){return typeof e==`symbol`?e:`${e}`},u=function(e,t,n){return typeof t==`symbol`&&(t=t.description?`[${t.description}]`:``),Object.defineProperty(e,"name",{configurable:!0,value:n?`${n} ${t}`:t})},d=function(e,t){if(typeof Reflect==`object`&&typeof Reflect.metadata==`function`)return Reflect.metadata(e,t)},f=function(e,t,n,r){function i(e){return e instanceof n?e:new n(function(t){t(e)})}return new(n||=Promise)(function(n,a){function o(e){try{c(r.next(e))}catch(e){a(e)}}function s(e){try{c(r.throw(e))}catch(e){a(e)}}function c(e){e.done?n(e.value):i(e.value).then(o,s)}c((r=r.apply(e,t||[])).next())})},p=function(e,t){var n={label:0,sent:function(){if(a[0]&1)throw a[1];return a[1]},trys:[],ops:[]},r,i,a,o=Object.create((typeof Iterator==`function`?Iterator:Object).prototype);return o.next=s(0),o.throw=s(1),o.return=s(2),typeof Symbol==`function`&&(o[Symbol.iterator]=function(){return this}),o;function s(e){return function(t){return c([e,t])}}function c(s){if(r)throw TypeError(`Generator is already executing.`);for(;o&&(o=0,s[0]&&(n=0)),n;)try{if(r=1,i&&(a=s[0]&2?i.return:s[0]?i.throw||((a=i.return)&&a.call(i),0):i.next)&&!(a=a.call(i,s[1])).done)return a;switch(i=0,a&&(s=[s[0]&2,a.value]),s[0]){case 0:case 1:a=s;break;case 4:return n.label++,{value:s[1],done:!1};case 5:n.label++,i=s[1],s=[0];continue;case 7:s=n.ops.pop(),n.trys.pop();continue;default:if(a=n.trys,!(a=a.length>0&&a[a.length-1])&&(s[0]===6||s[0]===2)){n=0;continue}if(s[0]===3&&(!a||s[1]>a[0]&&s[1]<a[3])){n.label=s[1];break}if(s[0]===6&&n.label<a[1]){n.label=a[1],a=s;break}if(a&&n.label<a[2]){n.label=a[2],n.ops.push(s);break}a[2]&&n.ops.pop(),n.trys.pop();continue}s=t.call(e,n)}catch(e){s=[6,e],i=0}finally{r=a=0}if(s[0]&5)throw s[1];return{value:s[0]?s[1]:void 0,done:!0}}},m=function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&D(t,e,n)},D=Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]}),h=function(e){var t=typeof Symbol==`function`&&Symbol.iterator,n=t&&e[t],r=0;if(n)return n.call(e);if(e&&typeof e.length==`number`)return{next:function(){return e&&r>=e.length&&(e=void 0),{value:e&&e[r++],done:!e}}};throw TypeError(t?`Object is not iterable.`:`Symbol.iterator is not defined.`)},g=function(e,t){var n=typeof Symbol==`function`&&e[Symbol.iterator];if(!n)return e;var r=n.call(e),i,a=[],o;try{for(;(t===void 0||t-->0)&&!(i=r.next()).done;)a.push(i.value)}catch(e){o={error:e}}finally{try{i&&!i.done&&(n=r.return)&&n.call(r)}finally{if(o)throw o.error}}return a},_=function(){for(var e=[],t=0;t<arguments.length;t++)e=e.concat(g(arguments[t]));return e},v=function(){for(var e=0,t=0,n=arguments.length;t<n;t++)e+=arguments[t].length;for(var r=Array(e),i=0,t=0;t<n;t++)for(var a=arguments[t],o=0,s=a.length;o<s;o++,i++)r[i]=a[o];return r},y=function(e,t,n){if(n||arguments.length===2)for(var r=0,i=t.length,a;r<i;r++)(a||!(r in t))&&(a||=Array.prototype.slice.call(t,0,r),a[r]=t[r]);return e.concat(a||Array.prototype.slice.call(t))},b=function(e){return this instanceof b?(this.v=e,this):new b(e)},x=function(e,t,n){if(!Symbol.asyncIterator)throw TypeError(`Symbol.asyncIterator is not defined.`);var r=n.apply(e,t||[]),i,a=[];return i=Object.create((typeof AsyncIterator==`function`?AsyncIterator:Object).prototype),s(`next`),s(`throw`),s(`return`,o),i[Symbol.asyncIterator]=function(){return this},i;function o(e){return function(t){return Promise.resolve(t).then(e,d)}}function s(e,t){r[e]&&(i[e]=function(t){return new Promise(function(n,r){a.push([e,t,n,r])>1||c(e,t)})},t&&(i[e]=t(i[e])))}function c(e,t){try{l(r[e](t))}catch(e){f(a[0][3],e)}}function l(e){e.value instanceof b?Promise.resolve(e.value.v).then(u,d):f(a[0][2],e)}function u(e){c(`next`,e)}function d(e){c(`throw`,e)}function f(e,t){e(t),a.shift(),a.length&&c(a[0][0],a[0][1])}},S=function(e){var t={},n;return r(`next`),r(`throw`,function(e){throw e}),r(`return`),t[Symbol.iterator]=function(){return this},t;function r(r,i){t[r]=e[r]?function(t){return(n=!n)?{value:b(e[r](t)),done:!1}:i?i(t):t}:i}},C=function(e){if(!Symbol.asyncIterator)throw TypeError(`Symbol.asyncIterator is not defined.`);var t=e[Symbol.asyncIterator],n;return t?t.call(e):(e=typeof h==`function`?h(e):e[Symbol.iterator](),n={},r(`next`),r(`throw`),r(`return`),n[Symbol.asyncIterator]=function(){return this},n);function r(t){n[t]=e[t]&&function(n){return new Promise(function(r,a){n=e[t](n),i(r,a,n.done,n.value)})}}function i(e,t,n,r){Promise.resolve(r).then(function(t){e({value:t,done:n})},t)}},w=function(e,t){return Object.defineProperty?Object.defineProperty(e,"raw",{value:t}):e.raw=t,e};var re=Object.create?(function(e,t){Object.defineProperty(e,"default",{enumerable:!0,value:t})}):function(e,t){e.default=t},j=function(e){return j=Object.getOwnPropertyNames||function(e){var t=[];for(var n in e)Object.prototype.hasOwnProperty.call(e,n)&&(t[t.length]=n);return t},j(e)};ee=function(e){if(e&&e.__esModule)return e;var t={};if(e!=null)for(var n=j(e),r=0;r<n.length;r++)n[r]!=="default"&&D(t,e,n[r]);return re(t,e),t},te=function(e){return e&&e.__esModule?e:{default:e}},ne=function(e,t,n,r){if(n===`a`&&!r)throw TypeError(`Private accessor was defined without a getter`);if(typeof t==`function`?e!==t||!r:!t.has(e))throw TypeError(`Cannot read private member from an object whose class did not declare it`);return n===`m`?r:n===`a`?r.call(e):r?r.value:t.get(e)},T=function(e,t,n,r,i){if(r===`m`)throw TypeError(`Private method is not writable`);if(r===`a`&&!i)throw TypeError(`Private accessor was defined without a setter`);if(typeof t==`function`?e!==t||!i:!t.has(e))throw TypeError(`Cannot write private member to an object whose class did not declare it`);return r===`a`?i.call(e,n):i?i.value=n:t.set(e,n),n},E=function(e,t){if(t===null||typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Cannot use 'in' operator on non-object`);return typeof e==`function`?t===e:e.has(t)},O=function(e,t,n){if(t!=null){if(typeof t!=`object`&&typeof t!=`function`)throw TypeError(`Object expected.`);var r,i;if(n){if(!Symbol.asyncDispose)throw TypeError(`Symbol.asyncDispose is not defined.`);r=t[Symbol.asyncDispose]}if(r===void 0){if(!Symbol.dispose)throw TypeError(`Symbol.dispose is not defined.`);r=t[Symbol.dispose],n&&(i=r)}if(typeof r!=`function`)throw TypeError(`Object not disposable.`);i&&(r=function(){try{i.call(this)}catch(e){return Promise.reject(e)}}),e.stack.push({value:t,dispose:r,async:n})}else n&&e.stack.push({async:!0});return t};var ie=typeof SuppressedError==`function`?SuppressedError:function(e,t,n){var r=Error(n);return r.name=`SuppressedError`,r.error=e,r.suppressed=t,r};k=function(e){function t(t){e.error=e.hasError?new ie(t,e.error,`An error was suppressed during disposal.`):t,e.hasError=!0}var n,r=0;function i(){for(;n=e.stack.pop();)try{if(!n.async&&r===1)return r=0,e.stack.push(n),Promise.resolve().then(i);if(n.dispose){var a=n.dispose.call(n.value);if(n.async)return r|=2,Promise.resolve(a).then(i,function(e){return t(e),i()})}else r|=1}catch(e){t(e)}if(r===1)return e.hasError?Promise.reject(e.error):Promise.resolve();if(e.hasError)throw e.error}return i()},A=function(e,t,n,r){if(typeof e==`string`&&/^\.\.?\//.test(e)){if(n)for(var i in n){var a=e.slice(-i.length);if(a===i||r&&a.toLowerCase()===i.toLowerCase()){var o=n[i];return o===i?e:e.slice(0,-i.length)+o}}return e.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i,function(e,n,r,i,a){return n?t?`.jsx`:`.js`:r&&(!i||!a)?e:r+i+`.`+a.toLowerCase()+`js`})}return e},e(`__extends`,n),e(`__assign`,r),e(`__rest`,i),e(`__decorate`,a),e(`__param`,o),e(`__esDecorate`,s),e(`__runInitializers`,c),e(`__propKey`,l),e(`__setFunctionName`,u),e(`__metadata`,d),e(`__awaiter`,f),e(`__generator`,p),e(`__exportStar`,m),e(`__createBinding`,D),e(`__values`,h),e(`__read`,g),e(`__spread`,_),e(`__spreadArrays`,v),e(`__spreadArray`,y),e(`__await`,b),e(`__asyncGenerator`,x),e(`__asyncDelegator`,S),e(`__asyncValues`,C),e(`__makeTemplateObject`,w),e(`__importStar`,ee),e(`__importDefault`,te),e(`__classPrivateFieldGet`,ne),e(`__classPrivateFieldSet`,T),e(`__classPrivateFieldIn`,E),e(`__addDisposableResource`,O),e(`__disposeResources`,k),e(`__rewriteRelativeImportExtension`,A)}),0&&(t.exports={__extends:n,__assign:r,__rest:i,__decorate:a,__param:o,__esDecorate:s,__runInitializers:c,__propKey:l,__setFunctionName:u,__metadata:d,__awaiter:f,__generator:p,__exportStar:m,__createBinding:D,__values:h,__read:g,__spread:_,__spreadArrays:v,__spreadArray:y,__await:b,__asyncGenerator:x,__asyncDelegator:S,__asyncValues:C,__makeTemplateObject:w,__importStar:ee,__importDefault:te,__classPrivateFieldGet:ne,__classPrivateFieldSet:T,__classPrivateFieldIn:E,__addDisposableResource:O,__disposeResources:k,__rewriteRelativeImportExtension:A})}))(),1).default,ii={name:`addDelayedJob`,content:`--[[
  Adds a delayed job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - computes timestamp.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
    Input:
      KEYS[1] 'marker',
      KEYS[2] 'meta'
      KEYS[3] 'id'
      KEYS[4] 'delayed'
      KEYS[5] 'completed'
      KEYS[6] events stream key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (use custom instead of one generated automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local metaKey = KEYS[2]
local idKey = KEYS[3]
local delayedKey = KEYS[4]
local completedKey = KEYS[5]
local eventsKey = KEYS[6]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local opts = cmsgpack.unpack(ARGV[3])
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, delayedKey, deduplicationKey,
  eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
local delay, priority = storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2],
    opts, timestamp, parentKey, parentData, repeatJobKey)
addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, KEYS[1], delay)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:6},ai={name:`addJobScheduler`,content:`--[[
  Adds a job scheduler, i.e. a job factory that creates jobs based on a given schedule (repeat options).
    Input:
      KEYS[1]  'repeat' key
      KEYS[2]  'delayed' key
      KEYS[3]  'wait' key
      KEYS[4]  'paused' key
      KEYS[5]  'meta' key
      KEYS[6]  'prioritized' key
      KEYS[7]  'marker' key
      KEYS[8]  'id' key
      KEYS[9]  'events' key
      KEYS[10] 'pc' priority counter
      KEYS[11] 'active' key
      ARGV[1] next milliseconds
      ARGV[2] msgpacked options
            [1]  name
            [2]  tz?
            [3]  pattern?
            [4]  endDate?
            [5]  every?
      ARGV[3] jobs scheduler id
      ARGV[4] Json stringified template data
      ARGV[5] mspacked template opts
      ARGV[6] msgpacked delayed opts
      ARGV[7] timestamp
      ARGV[8] prefix key
      ARGV[9] producer key
      Output:
        repeatableKey  - OK
]] local rcall = redis.call
local repeatKey = KEYS[1]
local delayedKey = KEYS[2]
local waitKey = KEYS[3]
local pausedKey = KEYS[4]
local metaKey = KEYS[5]
local prioritizedKey = KEYS[6]
local eventsKey = KEYS[9]
local nextMillis = ARGV[1]
local jobSchedulerId = ARGV[3]
local templateOpts = cmsgpack.unpack(ARGV[5])
local now = tonumber(ARGV[7])
local prefixKey = ARGV[8]
local jobOpts = cmsgpack.unpack(ARGV[6])
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function addJobFromScheduler(jobKey, jobId, opts, waitKey, pausedKey, activeKey, metaKey, 
  prioritizedKey, priorityCounter, delayedKey, markerKey, eventsKey, name, maxEvents, timestamp,
  data, jobSchedulerId, repeatDelay)
  opts['delay'] = repeatDelay
  opts['jobId'] = jobId
  storeAndEnqueueJob(eventsKey, jobKey, jobId, name, data, opts,
      timestamp, nil, nil, jobSchedulerId, maxEvents,
      waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
      priorityCounter, delayedKey, markerKey)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check for the meta.paused attribute to decide if we are paused or not
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePaused(queueMetaKey)
  return rcall("HEXISTS", queueMetaKey, "paused") == 1
end
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
--[[
  Function to store a job scheduler
]]
local function storeJobScheduler(schedulerId, schedulerKey, repeatKey, nextMillis, opts,
  templateData, templateOpts)
  rcall("ZADD", repeatKey, nextMillis, schedulerId)
  local optionalValues = {}
  if opts['tz'] then
    table.insert(optionalValues, "tz")
    table.insert(optionalValues, opts['tz'])
  end
  if opts['limit'] then
    table.insert(optionalValues, "limit")
    table.insert(optionalValues, opts['limit'])
  end
  if opts['pattern'] then
    table.insert(optionalValues, "pattern")
    table.insert(optionalValues, opts['pattern'])
  end
  if opts['startDate'] then
    table.insert(optionalValues, "startDate")
    table.insert(optionalValues, opts['startDate'])
  end
  if opts['endDate'] then
    table.insert(optionalValues, "endDate")
    table.insert(optionalValues, opts['endDate'])
  end
  if opts['every'] then
    table.insert(optionalValues, "every")
    table.insert(optionalValues, opts['every'])
  end
  if opts['offset'] then
    table.insert(optionalValues, "offset")
    table.insert(optionalValues, opts['offset'])
  else
    local offset = rcall("HGET", schedulerKey, "offset")
    if offset then
      table.insert(optionalValues, "offset")
      table.insert(optionalValues, tonumber(offset))
    end
  end
  local jsonTemplateOpts = cjson.encode(templateOpts)
  if jsonTemplateOpts and jsonTemplateOpts ~= '{}' then
    table.insert(optionalValues, "opts")
    table.insert(optionalValues, jsonTemplateOpts)
  end
  if templateData and templateData ~= '{}' then
    table.insert(optionalValues, "data")
    table.insert(optionalValues, templateData)
  end
  table.insert(optionalValues, "ic")
  table.insert(optionalValues, rcall("HGET", schedulerKey, "ic") or 1)
  rcall("DEL", schedulerKey) -- remove all attributes and then re-insert new ones
  rcall("HMSET", schedulerKey, "name", opts['name'], unpack(optionalValues))
end
local function getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
    offset = tonumber(offset)
    local nextMillis
    if not prevMillis then
        if startDate then
            -- Assuming startDate is passed as milliseconds from JavaScript
            nextMillis = tonumber(startDate)
            nextMillis = nextMillis > now and nextMillis or now
        else
            if offset and offset > 0 then
                -- Align to the next slot that respects the offset
                nextMillis = math.floor(now / every) * every + offset
                if nextMillis <= now then
                    nextMillis = nextMillis + every
                end
            else
                nextMillis = now
            end
        end
    else
        nextMillis = prevMillis + every
        -- check if we may have missed some iterations
        if nextMillis < now then
            -- Use the same offset-aware alignment as the initial branch
            -- above so a non-zero offset is preserved across catch-ups
            -- instead of being flattened to (slot + every). When the
            -- aligned slot is itself still in the past, advance by one
            -- full interval; otherwise the aligned slot is the next
            -- iteration.
            local aligned = math.floor(now / every) * every + (offset or 0)
            if aligned <= now then
                nextMillis = aligned + every
            else
                nextMillis = aligned
            end
        end
    end
    if not offset or offset == 0 then
        local timeSlot = math.floor(nextMillis / every) * every;
        offset = nextMillis - timeSlot;
    end
    -- Return a tuple nextMillis, offset
    return math.floor(nextMillis), math.floor(offset)
end
-- If we are overriding a repeatable job we must delete the delayed job for
-- the next iteration.
local schedulerKey = repeatKey .. ":" .. jobSchedulerId
local maxEvents = getOrSetMaxEvents(metaKey)
local templateData = ARGV[4]
local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
if prevMillis then
    prevMillis = tonumber(prevMillis)
end
local schedulerOpts = cmsgpack.unpack(ARGV[2])
local every = schedulerOpts['every']
-- For backwards compatibility we also check the offset from the job itself.
-- could be removed in future major versions.
local jobOffset = jobOpts['repeat'] and jobOpts['repeat']['offset'] or 0
local offset = schedulerOpts['offset'] or jobOffset or 0
local newOffset = offset
local updatedEvery = false
if every then
    -- if we changed the 'every' value we need to reset millis to nil
    local millis = prevMillis
    if prevMillis then
        local prevEvery = tonumber(rcall("HGET", schedulerKey, "every"))
        if prevEvery ~= every then
            millis = nil
            updatedEvery = true
        end
    end
    local startDate = schedulerOpts['startDate']
    nextMillis, newOffset = getJobSchedulerEveryNextMillis(millis, every, now, offset, startDate)
end
local function removeJobFromScheduler(prefixKey, delayedKey, prioritizedKey, waitKey, pausedKey, jobId, metaKey,
    eventsKey)
    if rcall("ZSCORE", delayedKey, jobId) then
        removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
        rcall("ZREM", delayedKey, jobId)
        return true
    elseif rcall("ZSCORE", prioritizedKey, jobId) then
        removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
        rcall("ZREM", prioritizedKey, jobId)
        return true
    else
        local pausedOrWaitKey = waitKey
        if isQueuePaused(metaKey) then
            pausedOrWaitKey = pausedKey
        end
        if rcall("LREM", pausedOrWaitKey, 1, jobId) > 0 then
            removeJob(jobId, true, prefixKey, true --[[remove debounce key]] )
            return true
        end
    end
    return false
end
local removedPrevJob = false
if prevMillis then
    local currentJobId = "repeat:" .. jobSchedulerId .. ":" .. prevMillis
    local currentJobKey = schedulerKey .. ":" .. prevMillis
    -- In theory it should always exist the currentJobKey if there is a prevMillis unless something has
    -- gone really wrong.
    if rcall("EXISTS", currentJobKey) == 1 then
        removedPrevJob = removeJobFromScheduler(prefixKey, delayedKey, prioritizedKey, waitKey, pausedKey, currentJobId,
            metaKey, eventsKey)
    end
end
if removedPrevJob then
    -- The jobs has been removed and we want to replace it, so lets use the same millis.
    if every and not updatedEvery then
        nextMillis = prevMillis
    end
else
    -- Special case where no job was removed, and we need to add the next iteration.
    schedulerOpts['offset'] = newOffset
end
-- Check for job ID collision with existing jobs (in any state)
local jobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
local jobKey = prefixKey .. jobId
-- If there's already a job with this ID, in a state
-- that is not updatable (active, completed, failed) we must
-- handle the collision
local hasCollision = false
if rcall("EXISTS", jobKey) == 1 then
    if every then
        -- For 'every' case: walk forward through subsequent slots
        -- until we find a free one. Stale completed/failed jobs from
        -- a previous scheduler under the same id can occupy several
        -- consecutive slots (issue #3063), so a single retry is not
        -- enough. The scan is bounded so we don't spin if the
        -- scheduler is genuinely contested.
        local maxSlotScans = 32
        local slotsScanned = 0
        local jobExists
        repeat
            nextMillis = nextMillis + every
            jobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
            jobKey = prefixKey .. jobId
            slotsScanned = slotsScanned + 1
            jobExists = rcall("EXISTS", jobKey)
        until jobExists == 0 or slotsScanned >= maxSlotScans
        if jobExists == 1 then
            -- Every scanned slot still has a job, return error code
            return -11 -- SchedulerJobSlotsBusy
        end
    else
        hasCollision = true
    end
end
local delay = nextMillis - now
-- Fast Clamp delay to minimum of 0
if delay < 0 then
    delay = 0
end
local nextJobKey = schedulerKey .. ":" .. nextMillis
if not hasCollision or removedPrevJob then
    -- jobId already calculated above during collision check
    storeJobScheduler(jobSchedulerId, schedulerKey, repeatKey, nextMillis, schedulerOpts, templateData, templateOpts)
    rcall("INCR", KEYS[8])
    addJobFromScheduler(nextJobKey, jobId, jobOpts, waitKey, pausedKey, KEYS[11], metaKey, prioritizedKey, KEYS[10],
        delayedKey, KEYS[7], eventsKey, schedulerOpts['name'], maxEvents, now, templateData, jobSchedulerId, delay)
elseif hasCollision then
    -- For 'pattern' case: return error code
    return -10 -- SchedulerJobIdCollision
end
return {jobId .. "", delay}
`,keys:11},oi={name:`addLog`,content:`--[[
  Add job log
  Input:
    KEYS[1] job id key
    KEYS[2] job logs key
    ARGV[1] id
    ARGV[2] log
    ARGV[3] keepLogs
  Output:
    -1 - Missing job.
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[1]) == 1 then -- // Make sure job exists
  local logCount = rcall("RPUSH", KEYS[2], ARGV[2])
  if ARGV[3] ~= '' then
    local keepLogs = tonumber(ARGV[3])
    rcall("LTRIM", KEYS[2], -keepLogs, -1)
    return math.min(keepLogs, logCount)
  end
  return logCount
else
  return -1
end
`,keys:2},si={name:`addParentJob`,content:`--[[
  Adds a parent job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - adds the job to the waiting-children zset
    Input:
      KEYS[1] 'meta'
      KEYS[2] 'id'
      KEYS[3] 'delayed'
      KEYS[4] 'waiting-children'
      KEYS[5] 'completed'
      KEYS[6] events stream key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local metaKey = KEYS[1]
local idKey = KEYS[2]
local delayedKey = KEYS[3]
local completedKey = KEYS[5]
local eventsKey = KEYS[6]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationId = opts['de'] and opts['de']['id']
if deduplicationId then
    local deduplicationJobId = deduplicateJobWithoutReplace(deduplicationId, opts['de'],
        jobId, deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
        parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationJobId then
        return deduplicationJobId
    end
end
-- Store the job.
storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2], opts, timestamp,
         parentKey, parentData, repeatJobKey)
local waitChildrenKey = KEYS[4]
rcall("ZADD", waitChildrenKey, timestamp, jobId)
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
      "waiting-children", "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:6},ci={name:`addPrioritizedJob`,content:`--[[
  Adds a prioritized job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - Adds the job to the "added" list so that workers gets notified.
    Input:
      KEYS[1] 'marker',
      KEYS[2] 'meta'
      KEYS[3] 'id'
      KEYS[4] 'prioritized'
      KEYS[5] 'delayed'
      KEYS[6] 'completed'
      KEYS[7] 'active'
      KEYS[8] events stream key
      KEYS[9] 'pc' priority counter
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]] 
local metaKey = KEYS[2]
local idKey = KEYS[3]
local priorityKey = KEYS[4]
local completedKey = KEYS[6]
local activeKey = KEYS[7]
local eventsKey = KEYS[8]
local priorityCounterKey = KEYS[9]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", idKey)
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, completedKey, eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, KEYS[5],
  deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
-- Store the job.
local delay, priority = storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2],
                                 opts, timestamp, parentKey, parentData,
                                 repeatJobKey)
-- Add the job to the prioritized set
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
addJobWithPriority( KEYS[1], priorityKey, priority, jobId, priorityCounterKey, isPausedOrMaxed)
-- Emit waiting event
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:9},li={name:`addStandardJob`,content:`--[[
  Adds a job to the queue by doing the following:
    - Increases the job counter if needed.
    - Creates a new job key with the job data.
    - if delayed:
      - computes timestamp.
      - adds to delayed zset.
      - Emits a global event 'delayed' if the job is delayed.
    - if not delayed
      - Adds the jobId to the wait/paused list in one of three ways:
         - LIFO
         - FIFO
         - prioritized.
      - Adds the job to the "added" list so that workers gets notified.
    Input:
      KEYS[1] 'wait',
      KEYS[2] 'paused'
      KEYS[3] 'meta'
      KEYS[4] 'id'
      KEYS[5] 'completed'
      KEYS[6] 'delayed'
      KEYS[7] 'active'
      KEYS[8] events stream key
      KEYS[9] marker key
      ARGV[1] msgpacked arguments array
            [1]  key prefix,
            [2]  custom id (will not generate one automatically)
            [3]  name
            [4]  timestamp
            [5]  parentKey?
            [6]  parent dependencies key.
            [7]  parent? {id, queueKey}
            [8]  repeat job key
            [9] deduplication key
            [10] defer parent release (flow inserts)
      ARGV[2] Json stringified job data
      ARGV[3] msgpacked options
      Output:
        jobId  - OK
        -5     - Missing parent key
]]
local waitKey = KEYS[1]
local metaKey = KEYS[3]
local activeKey = KEYS[7]
local eventsKey = KEYS[8]
local jobId
local jobIdKey
local rcall = redis.call
local args = cmsgpack.unpack(ARGV[1])
local data = ARGV[2]
local opts = cmsgpack.unpack(ARGV[3])
local parentKey = args[5]
local parent = args[7]
local repeatJobKey = args[8]
local deduplicationKey = args[9]
local deferParentRelease = args[10]
local parentData
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to debounce a job.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to deduplicate a job.
]]
--[[
  Function to recover a stale deduplication key.
  When the existing deduplication key has no expiry (simple mode, or
  keepLastIfActive after the key was persisted), it should disappear
  when the winning job finishes. If that job key no longer exists
  because of an outage, the deduplication key is stale, so we discard it
  and start a new deduplication window with the incoming job.
  Returns true if the stale key was recovered, false otherwise.
]]
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
local function recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId, jobId,
    deduplicationId, deduplicationOpts)
    if currentDeduplicatedJobId and rcall('PTTL', deduplicationKey) == -1 and
        rcall('EXISTS', prefix .. currentDeduplicatedJobId) == 0 then
        rcall('DEL', deduplicationKey)
        -- Discard any pending next-job payload stored for the stale winner,
        -- otherwise it would be resurrected when this job finalizes.
        rcall('DEL', prefix .. "dn:" .. deduplicationId)
        if deduplicationOpts['keepLastIfActive'] then
            rcall('SET', deduplicationKey, jobId)
        else
            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
        end
        return true
    end
    return false
end
--[[
  Function to store a deduplicated next job if the existing job is active
  and keepLastIfActive is set. When the active job finishes, the stored
  proto-job is used to create a real job in the queue.
  Returns true if the proto-job was stored, false otherwise.
]]
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local function storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    if deduplicationOpts['keepLastIfActive'] and currentDeduplicatedJobId then
        local activeKey = prefix .. "active"
        local pos = redis.pcall('LPOS', activeKey, currentDeduplicatedJobId)
        if type(pos) == 'table' and pos.err then
            pos = checkItemInList(rcall('LRANGE', activeKey, 0, -1), currentDeduplicatedJobId)
        end
        if pos then
            local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
            local fields = {'name', jobName, 'data', jobData, 'opts', cjson.encode(fullOpts),
                'jid', jobId}
            if parentKey then
                fields[#fields+1] = 'pk'
                fields[#fields+1] = parentKey
            end
            if parentData then
                fields[#fields+1] = 'pd'
                fields[#fields+1] = parentData
            end
            if parentDependenciesKey then
                fields[#fields+1] = 'pdk'
                fields[#fields+1] = parentDependenciesKey
            end
            if repeatJobKey then
                fields[#fields+1] = 'rjk'
                fields[#fields+1] = repeatJobKey
            end
            rcall('DEL', deduplicationNextKey)
            rcall('HSET', deduplicationNextKey, unpack(fields))
            -- Ensure the dedup key does not expire while the job is active,
            -- so subsequent adds always hit the dedup path and never bypass
            -- the active-check because of a TTL expiry.
            local deduplicationKey = prefix .. "de:" .. deduplicationId
            rcall('PERSIST', deduplicationKey)
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
            return true
        end
    end
    return false
end
local function deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts, jobId, deduplicationKey,
    eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
    parentKey, parentData, parentDependenciesKey, repeatJobKey)
    local ttl = deduplicationOpts['ttl']
    local deduplicationKeyExists
    if ttl and ttl > 0 then
        if deduplicationOpts['extend'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                    jobId, deduplicationId, deduplicationOpts) then
                    return
                end
                if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                    deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                    parentKey, parentData, parentDependenciesKey, repeatJobKey) then
                    return currentDeduplicatedJobId
                end
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, currentDeduplicatedJobId)
                else
                    setDeduplicationKey(deduplicationKey, currentDeduplicatedJobId, deduplicationOpts)
                end
                rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
                    currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
                return currentDeduplicatedJobId
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            if deduplicationOpts['keepLastIfActive'] then
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
            else
                deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'PX', ttl, 'NX')
            end
        end
    else
        deduplicationKeyExists = not rcall('SET', deduplicationKey, jobId, 'NX')
    end
    if deduplicationKeyExists then
        local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
        if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
            jobId, deduplicationId, deduplicationOpts) then
            return
        end
        if storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
            deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
            parentKey, parentData, parentDependenciesKey, repeatJobKey) then
            return currentDeduplicatedJobId
        end
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            currentDeduplicatedJobId, "deduplicationId", deduplicationId, "deduplicatedJobId", jobId)
        return currentDeduplicatedJobId
    end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents, currentDeduplicatedJobId,
    jobId, deduplicationId, prefix)
    if rcall("ZREM", delayedKey, currentDeduplicatedJobId) > 0 then
        removeJobKeys(prefix .. currentDeduplicatedJobId)
        rcall("XADD", eventsKey, "*", "event", "removed", "jobId", currentDeduplicatedJobId,
            "prev", "delayed")
        rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "deduplicated", "jobId",
            jobId, "deduplicationId", deduplicationId, "deduplicatedJobId", currentDeduplicatedJobId)
        return true
    end
    return false
end
local function deduplicateJob(deduplicationOpts, jobId, delayedKey, deduplicationKey, eventsKey, maxEvents,
    prefix, jobName, jobData, fullOpts, parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
    local deduplicationId = deduplicationOpts and deduplicationOpts['id']
    if deduplicationId then
        if deduplicationOpts['replace'] then
            local currentDeduplicatedJobId = rcall('GET', deduplicationKey)
            if currentDeduplicatedJobId then
                local isRemoved = removeDelayedJob(delayedKey, deduplicationKey, eventsKey, maxEvents,
                    currentDeduplicatedJobId, jobId, deduplicationId, prefix)
                if isRemoved then
                    -- Discard any pending next-job payload stored while the replaced
                    -- job was active, otherwise it would be resurrected when the
                    -- incoming job finalizes.
                    rcall('DEL', prefix .. "dn:" .. deduplicationId)
                    if deduplicationOpts['keepLastIfActive'] then
                        rcall('SET', deduplicationKey, jobId)
                    else
                        local ttl = deduplicationOpts['ttl']
                        if not deduplicationOpts['extend'] and ttl and ttl > 0 then
                            rcall('SET', deduplicationKey, jobId, 'KEEPTTL')
                        else
                            setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                        end
                    end
                    return
                else
                    if recoverStaleDeduplicationKey(deduplicationKey, prefix, currentDeduplicatedJobId,
                        jobId, deduplicationId, deduplicationOpts) then
                        return
                    end
                    storeDeduplicatedNextJob(deduplicationOpts, currentDeduplicatedJobId, prefix,
                        deduplicationId, jobName, jobData, fullOpts, eventsKey, maxEvents, jobId,
                        parentKey, parentData, parentDependenciesKey, repeatJobKey)
                    return currentDeduplicatedJobId
                end
            else
                if deduplicationOpts['keepLastIfActive'] then
                    rcall('SET', deduplicationKey, jobId)
                else
                    setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
                end
                return
            end
        else
            local currentDeduplicatedJobId = deduplicateJobWithoutReplace(deduplicationId, deduplicationOpts,
                jobId, deduplicationKey, eventsKey, maxEvents, prefix, jobName, jobData, fullOpts,
                parentKey, parentData, parentDependenciesKey, repeatJobKey)
            if currentDeduplicatedJobId and deduplicationOpts['reschedule'] and
                rcall('ZSCORE', delayedKey, currentDeduplicatedJobId) then
                local delay = tonumber(fullOpts['delay']) or 0
                rcall('HSET', prefix .. currentDeduplicatedJobId, 'delay', delay)
                addDelayedJob(currentDeduplicatedJobId, delayedKey, eventsKey, timestamp,
                    maxEvents, prefix .. 'marker', delay)
            end
            return currentDeduplicatedJobId
        end
    end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to handle the case when job is duplicated.
]]
-- Includes
--[[
    This function is used to update the parent's dependencies if the job
    is already completed and about to be ignored. The parent must get its
    dependencies updated to avoid the parent job being stuck forever in 
    the waiting-children state.
    When "deferParentRelease" is true (flow inserts), the parent is *not*
    moved out of waiting-children here: the remaining children of the flow
    have not been inserted yet, so the parent would be released too early.
    Only the processed dependency is recorded; releasing the parent is
    validated by "releaseParentIfNoPendingDependencies" once the whole flow
    has been added.
]]
-- Includes
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
local function updateExistingJobsParent(parentKey, parent, parentData,
                                        parentDependenciesKey, completedKey,
                                        jobIdKey, jobId, timestamp,
                                        deferParentRelease)
    if parentKey ~= nil then
        if rcall("ZSCORE", completedKey, jobId) then
            local returnvalue = rcall("HGET", jobIdKey, "returnvalue")
            if deferParentRelease then
                rcall("HSET", parentKey .. ":processed", jobIdKey, returnvalue)
            else
                updateParentDepsIfNeeded(parentKey, parent['queueKey'],
                                         parentDependenciesKey, parent['id'],
                                         jobIdKey, returnvalue, timestamp)
            end
        else
            if parentDependenciesKey ~= nil then
                rcall("SADD", parentDependenciesKey, jobIdKey)
            end
        end
        rcall("HMSET", jobIdKey, "parentKey", parentKey, "parent", parentData)
    end
end
local function handleDuplicatedJob(jobKey, jobId, currentParentKey, currentParent,
  parentData, parentDependenciesKey, completedKey, eventsKey, maxEvents, timestamp,
  deferParentRelease)
  local existedParentKey = rcall("HGET", jobKey, "parentKey")
  if not existedParentKey or existedParentKey == currentParentKey
     or rcall("EXISTS", existedParentKey) == 0 then
    updateExistingJobsParent(currentParentKey, currentParent, parentData,
      parentDependenciesKey, completedKey, jobKey,
      jobId, timestamp, deferParentRelease)
  else
    if currentParentKey ~= nil and currentParentKey ~= existedParentKey
      and (rcall("EXISTS", existedParentKey) == 1) then
      if deferParentRelease then
        rcall("HSET", currentParentKey, "flowAttachmentFailed", "1")
      end
      return -7
    end
  end
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event",
    "duplicated", "jobId", jobId)
  return jobId .. "" -- convert to string
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
if parentKey ~= nil then
    if rcall("EXISTS", parentKey) ~= 1 then return -5 end
    parentData = cjson.encode(parent)
end
local jobCounter = rcall("INCR", KEYS[4])
local maxEvents = getOrSetMaxEvents(metaKey)
local parentDependenciesKey = args[6]
local timestamp = args[4]
if args[2] == "" then
    jobId = jobCounter .. "" -- convert to string
    jobIdKey = args[1] .. jobId
else
    jobId = args[2]
    jobIdKey = args[1] .. jobId
    if rcall("EXISTS", jobIdKey) == 1 then
        return handleDuplicatedJob(jobIdKey, jobId, parentKey, parent,
            parentData, parentDependenciesKey, KEYS[5], eventsKey,
            maxEvents, timestamp, deferParentRelease)
    end
end
local deduplicationJobId = deduplicateJob(opts['de'], jobId, KEYS[6],
  deduplicationKey, eventsKey, maxEvents, args[1], args[3], ARGV[2], opts,
  parentKey, parentData, parentDependenciesKey, repeatJobKey, timestamp)
if deduplicationJobId then
  return deduplicationJobId
end
-- Store the job.
storeJob(eventsKey, jobIdKey, jobId, args[3], ARGV[2], opts, timestamp,
        parentKey, parentData, repeatJobKey)
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
-- LIFO or FIFO
local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
addJobInTargetList(waitKey, KEYS[9], pushCmd, isPausedOrMaxed, jobId)
-- Emit waiting event
rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId)
-- Check if this job is a child of another job, if so add it to the parents dependencies
if parentDependenciesKey ~= nil then
    rcall("SADD", parentDependenciesKey, jobIdKey)
end
return jobId
`,keys:9},ui={name:`changeDelay`,content:`--[[
  Change job delay when it is in delayed set.
  Input:
    KEYS[1] delayed key
    KEYS[2] meta key
    KEYS[3] marker key
    KEYS[4] events stream
    ARGV[1] delay
    ARGV[2] timestamp
    ARGV[3] the id of the job
    ARGV[4] job key
  Output:
    0 - OK
   -1 - Missing job.
   -3 - Job not in delayed set.
  Events:
    - delayed key.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
if rcall("EXISTS", ARGV[4]) == 1 then
  local jobId = ARGV[3]
  local delay = tonumber(ARGV[1])
  local score, delayedTimestamp = getDelayedScore(KEYS[1], ARGV[2], delay)
  local numRemovedElements = rcall("ZREM", KEYS[1], jobId)
  if numRemovedElements < 1 then
    return -3
  end
  rcall("HSET", ARGV[4], "delay", delay)
  rcall("ZADD", KEYS[1], score, jobId)
  local maxEvents = getOrSetMaxEvents(KEYS[2])
  rcall("XADD", KEYS[4], "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(KEYS[3], KEYS[1])
  return 0
else
  return -1
end`,keys:4},di={name:`changePriority`,content:`--[[
  Change job priority
  Input:
    KEYS[1] 'wait',
    KEYS[2] 'paused'
    KEYS[3] 'meta'
    KEYS[4] 'prioritized'
    KEYS[5] 'active'
    KEYS[6] 'pc' priority counter
    KEYS[7] 'marker'
    ARGV[1] priority value
    ARGV[2] prefix key
    ARGV[3] job id
    ARGV[4] lifo
    Output:
       0  - OK
      -1  - Missing job
]]
local jobId = ARGV[3]
local jobKey = ARGV[2] .. jobId
local priority = tonumber(ARGV[1])
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to push back job considering priority in front of same prioritized jobs.
]]
local function pushBackJobWithPriority(prioritizedKey, priority, jobId)
  -- in order to put it at front of same prioritized jobs
  -- we consider prioritized counter as 0
  local score = priority * 0x100000000
  rcall("ZADD", prioritizedKey, score, jobId)
end
local function reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
    priorityCounter, lifo, priority, jobId, isPausedOrMaxed)
    if priority == 0 then
        local pushCmd = lifo and 'RPUSH' or 'LPUSH'
        addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    else
        if lifo then
            pushBackJobWithPriority(prioritizedKey, priority, jobId)
        else
            addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
                priorityCounter, isPausedOrMaxed)
        end
    end
end
if rcall("EXISTS", jobKey) == 1 then
    local metaKey = KEYS[3]
    local activeKey = KEYS[5]
    local waitKey = KEYS[1]
    local pausedKey = KEYS[2]
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    local prioritizedKey = KEYS[4]
    local priorityCounterKey = KEYS[6]
    local markerKey = KEYS[7]
    -- Re-add with the new priority
    if rcall("ZREM", prioritizedKey, jobId) > 0 then
        reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
            priorityCounterKey, ARGV[4] == '1', priority, jobId, isPausedOrMaxed)
    elseif rcall("LREM", waitKey, -1, jobId) > 0 then
        reAddJobWithNewPriority( prioritizedKey, markerKey, waitKey,
            priorityCounterKey, ARGV[4] == '1', priority, jobId, isPausedOrMaxed)
    end
    rcall("HSET", jobKey, "priority", priority)
    return 0
else
    return -1
end
`,keys:7},fi={name:`cleanJobsInSet`,content:`--[[
  Remove jobs from the specific set.
  Input:
    KEYS[1]  set key,
    KEYS[2]  events stream key
    KEYS[3]  repeat key
    ARGV[1]  jobKey prefix
    ARGV[2]  timestamp
    ARGV[3]  limit the number of jobs to be removed. 0 is unlimited
    ARGV[4]  set name, can be any of 'wait', 'active', 'paused', 'delayed', 'completed', or 'failed'
]]
local rcall = redis.call
local repeatKey = KEYS[3]
local rangeStart = 0
local rangeEnd = -1
local limit = tonumber(ARGV[3])
-- If we're only deleting _n_ items, avoid retrieving all items
-- for faster performance
--
-- Start from the tail of the list, since that's where oldest elements
-- are generally added for FIFO lists
if limit > 0 then
  rangeStart = -1 - limit + 1
  rangeEnd = -1
end
-- Includes
--[[
  Function to clean job list.
  Returns jobIds and deleted count number.
]]
-- Includes
--[[
  Function to get the latest saved timestamp.
]]
local function getTimestamp(jobKey, attributes)
  if #attributes == 1 then
    return rcall("HGET", jobKey, attributes[1])
  end
  local jobTs
  for _, ts in ipairs(rcall("HMGET", jobKey, unpack(attributes))) do
    if (ts) then
      jobTs = ts
      break
    end
  end
  return jobTs
end
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function cleanList(listKey, jobKeyPrefix, rangeStart, rangeEnd,
  timestamp, isWaiting, jobSchedulersKey)
  local jobs = rcall("LRANGE", listKey, rangeStart, rangeEnd)
  local deleted = {}
  local deletedCount = 0
  local jobTS
  local deletionMarker = ''
  local jobIdsLen = #jobs
  for i, job in ipairs(jobs) do
    if limit > 0 and deletedCount >= limit then
      break
    end
    local jobKey = jobKeyPrefix .. job
    if (isWaiting or rcall("EXISTS", jobKey .. ":lock") == 0) and
      not isJobSchedulerJob(job, jobKey, jobSchedulersKey) then
      -- Find the right timestamp of the job to compare to maxTimestamp:
      -- * finishedOn says when the job was completed, but it isn't set unless the job has actually completed
      -- * processedOn represents when the job was last attempted, but it doesn't get populated until
      --   the job is first tried
      -- * timestamp is the original job submission time
      -- Fetch all three of these (in that order) and use the first one that is set so that we'll leave jobs
      -- that have been active within the grace period:
      jobTS = getTimestamp(jobKey, {"finishedOn", "processedOn", "timestamp"})
      if (not jobTS or jobTS <= timestamp) then
        -- replace the entry with a deletion marker; the actual deletion will
        -- occur at the end of the script
        rcall("LSET", listKey, rangeEnd - jobIdsLen + i, deletionMarker)
        removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]])
        deletedCount = deletedCount + 1
        table.insert(deleted, job)
      end
    end
  end
  rcall("LREM", listKey, 0, deletionMarker)
  return {deleted, deletedCount}
end
--[[
  Function to clean job set.
  Returns jobIds and deleted count number.
]] 
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  We use ZRANGEBYSCORE to make the case where we're deleting a limited number
  of items in a sorted set only run a single iteration. If we simply used
  ZRANGE, we may take a long time traversing through jobs that are within the
  grace period.
]]
local function getJobsInZset(zsetKey, rangeEnd, limit)
  if limit > 0 then
    return rcall("ZRANGEBYSCORE", zsetKey, 0, rangeEnd, "LIMIT", 0, limit)
  else
    return rcall("ZRANGEBYSCORE", zsetKey, 0, rangeEnd)
  end
end
local function cleanSet(
    setKey,
    jobKeyPrefix,
    rangeEnd,
    timestamp,
    limit,
    attributes,
    isFinished,
    jobSchedulersKey)
    local jobs = getJobsInZset(setKey, rangeEnd, limit)
    local deleted = {}
    local deletedCount = 0
    local jobTS
    for i, job in ipairs(jobs) do
        if limit > 0 and deletedCount >= limit then
            break
        end
        local jobKey = jobKeyPrefix .. job
        -- Extract a Job Scheduler Id from jobId ("repeat:job-scheduler-id:millis") 
        -- and check if it is in the scheduled jobs
        if not (jobSchedulersKey and isJobSchedulerJob(job, jobKey, jobSchedulersKey)) then
            if isFinished then
                removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]] )
                deletedCount = deletedCount + 1
                table.insert(deleted, job)
            else
                -- * finishedOn says when the job was completed, but it isn't set unless the job has actually completed
                jobTS = getTimestamp(jobKey, attributes)
                if (not jobTS or jobTS <= timestamp) then
                    removeJob(job, true, jobKeyPrefix, true --[[remove debounce key]] )
                    deletedCount = deletedCount + 1
                    table.insert(deleted, job)
                end
            end
        end
    end
    if (#deleted > 0) then
        for from, to in batches(#deleted, 7000) do
            rcall("ZREM", setKey, unpack(deleted, from, to))
        end
    end
    return {deleted, deletedCount}
end
local result
if ARGV[4] == "active" then
  result = cleanList(KEYS[1], ARGV[1], rangeStart, rangeEnd, ARGV[2], false --[[ hasFinished ]],
                      repeatKey)
elseif ARGV[4] == "delayed" then
  rangeEnd = "+inf"
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"processedOn", "timestamp"}, false  --[[ hasFinished ]], repeatKey)
elseif ARGV[4] == "prioritized" then
  rangeEnd = "+inf"
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"timestamp"}, false  --[[ hasFinished ]], repeatKey)
elseif ARGV[4] == "wait" or ARGV[4] == "paused" then
  result = cleanList(KEYS[1], ARGV[1], rangeStart, rangeEnd, ARGV[2], true --[[ hasFinished ]],
                      repeatKey)
else
  rangeEnd = ARGV[2]
  -- No need to pass repeat key as in that moment job won't be related to a job scheduler
  result = cleanSet(KEYS[1], ARGV[1], rangeEnd, ARGV[2], limit,
                    {"finishedOn"}, true  --[[ hasFinished ]])
end
rcall("XADD", KEYS[2], "*", "event", "cleaned", "count", result[2])
return result[1]
`,keys:3},pi={name:`drain`,content:`--[[
  Drains the queue, removes all jobs that are waiting
  or delayed, but not active, completed or failed
  Input:
    KEYS[1] 'wait',
    KEYS[2] 'paused'
    KEYS[3] 'delayed'
    KEYS[4] 'prioritized'
    KEYS[5] 'jobschedulers' (repeat)
    ARGV[1]  queue key prefix
    ARGV[2]  should clean delayed jobs
]]
local rcall = redis.call
local queueBaseKey = ARGV[1]
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to filter out jobs to ignore from a table.
]]
local function filterOutJobsToIgnore(jobs, jobsToIgnore)
  local filteredJobs = {}
  for i = 1, #jobs do
    if not jobsToIgnore[jobs[i]] then
      table.insert(filteredJobs, jobs[i])
    end
  end
  return filteredJobs
end
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobs(keys, hard, baseKey, max)
  for i, key in ipairs(keys) do
    removeJob(key, hard, baseKey, true --[[remove debounce key]])
  end
  return max - #keys
end
local function getListItems(keyName, max)
  return rcall('LRANGE', keyName, 0, max - 1)
end
local function removeListJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getListItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  rcall("LTRIM", keyName, #jobs, -1)
  return count
end
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get ZSet items.
]]
local function getZSetItems(keyName, max)
  return rcall('ZRANGE', keyName, 0, max - 1)
end
local function removeZSetJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getZSetItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  if(#jobs > 0) then
    for from, to in batches(#jobs, 7000) do
      rcall("ZREM", keyName, unpack(jobs, from, to))
    end
  end
  return count
end
-- We must not remove delayed jobs if they are associated to a job scheduler.
local scheduledJobs = {}
local jobSchedulers = rcall("ZRANGE", KEYS[5], 0, -1, "WITHSCORES")
-- For every job scheduler, get the current delayed job id.
for i = 1, #jobSchedulers, 2 do
    local jobSchedulerId = jobSchedulers[i]
    local jobSchedulerMillis = jobSchedulers[i + 1]
    local delayedJobId = "repeat:" .. jobSchedulerId .. ":" .. jobSchedulerMillis
    scheduledJobs[delayedJobId] = true
end
removeListJobs(KEYS[1], true, queueBaseKey, 0, scheduledJobs) -- wait
removeListJobs(KEYS[2], true, queueBaseKey, 0, scheduledJobs) -- paused
if ARGV[2] == "1" then
  removeZSetJobs(KEYS[3], true, queueBaseKey, 0, scheduledJobs) -- delayed
end
removeZSetJobs(KEYS[4], true, queueBaseKey, 0, scheduledJobs) -- prioritized
`,keys:5},mi={name:`extendLock`,content:`--[[
  Extend lock and removes the job from the stalled set.
  Input:
    KEYS[1] 'lock',
    KEYS[2] 'stalled'
    ARGV[1]  token
    ARGV[2]  lock duration in milliseconds
    ARGV[3]  jobid
  Output:
    "1" if lock extended successfully.
]]
local rcall = redis.call
if rcall("GET", KEYS[1]) == ARGV[1] then
  --   if rcall("SET", KEYS[1], ARGV[1], "PX", ARGV[2], "XX") then
  if rcall("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) then
    rcall("SREM", KEYS[2], ARGV[3])
    return 1
  end
end
return 0
`,keys:2},hi={name:`extendLocks`,content:`--[[
  Extend locks for multiple jobs and remove them from the stalled set if successful.
  Return the list of job IDs for which the operation failed.
  KEYS[1] = stalled key
  ARGV[1] = baseKey
  ARGV[2] = tokens
  ARGV[3] = jobIds
  ARGV[4] = lockDuration (ms)
  Output:
    An array of failed job IDs. If empty, all succeeded.
]]
local rcall = redis.call
local stalledKey = KEYS[1]
local baseKey = ARGV[1]
local tokens = cmsgpack.unpack(ARGV[2])
local jobIds = cmsgpack.unpack(ARGV[3])
local lockDuration = ARGV[4]
local jobCount = #jobIds
local failedJobs = {}
for i = 1, jobCount, 1 do
    local lockKey = baseKey .. jobIds[i] .. ':lock'
    local jobId = jobIds[i]
    local token = tokens[i]
    local currentToken = rcall("GET", lockKey)
    if currentToken then
        if currentToken == token then
            local setResult = rcall("SET", lockKey, token, "PX", lockDuration)
            if setResult then
                rcall("SREM", stalledKey, jobId)
            else
                table.insert(failedJobs, jobId)
            end
        else
            table.insert(failedJobs, jobId)
        end
    else
        table.insert(failedJobs, jobId)
    end
end
return failedJobs
`,keys:1},gi={name:`getCounts`,content:`--[[
  Get counts per provided states
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    optional delayed timestamp cutoff (milliseconds)
      ARGV[...]  types (starts at 1 when no cutoff is provided)
]]
local rcall = redis.call;
local prefix = KEYS[1]
local results = {}
local delayedTimestamp = tonumber(ARGV[1])
local firstType = delayedTimestamp and 2 or 1
for i = firstType, #ARGV do
  local stateKey = prefix .. ARGV[i]
  if ARGV[i] == "wait" or ARGV[i] == "paused" then
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        results[#results+1] = count-1
      else
        results[#results+1] = 0
      end
    else
      results[#results+1] = rcall("LLEN", stateKey)
    end
  elseif ARGV[i] == "active" then
    results[#results+1] = rcall("LLEN", stateKey)
  elseif ARGV[i] == "delayed" and delayedTimestamp then
    -- The low 12 score bits order jobs within a millisecond. Subtracting one
    -- excludes every job scheduled at the cutoff timestamp or later.
    results[#results+1] = rcall("ZCOUNT", stateKey, "-inf", delayedTimestamp * 0x1000 - 1)
  else
    results[#results+1] = rcall("ZCARD", stateKey)
  end
end
return results
`,keys:1},_i={name:`getCountsPerPriority`,content:`--[[
  Get counts per provided states
    Input:
      KEYS[1] wait key
      KEYS[2] prioritized key
      ARGV[1...] priorities
]]
local rcall = redis.call
local results = {}
local waitKey = KEYS[1]
local prioritizedKey = KEYS[2]
for i = 1, #ARGV do
  local priority = tonumber(ARGV[i])
  if priority == 0 then
    results[#results+1] = rcall("LLEN", waitKey)
  else
    results[#results+1] = rcall("ZCOUNT", prioritizedKey,
      priority * 0x100000000, (priority + 1)  * 0x100000000 - 1)
  end
end
return results
`,keys:2},vi={name:`getDependencyCounts`,content:`--[[
  Get counts per child states
    Input:
      KEYS[1]    processed key
      KEYS[2]    unprocessed key
      KEYS[3]    ignored key
      KEYS[4]    failed key
      ARGV[1...] types
]]
local rcall = redis.call;
local processedKey = KEYS[1]
local unprocessedKey = KEYS[2]
local ignoredKey = KEYS[3]
local failedKey = KEYS[4]
local results = {}
for i = 1, #ARGV do
  if ARGV[i] == "processed" then
    results[#results+1] = rcall("HLEN", processedKey)
  elseif ARGV[i] == "unprocessed" then
    results[#results+1] = rcall("SCARD", unprocessedKey)
  elseif ARGV[i] == "ignored" then
    results[#results+1] = rcall("HLEN", ignoredKey)
  else
    results[#results+1] = rcall("ZCARD", failedKey)
  end
end
return results
`,keys:4},yi={name:`getJobScheduler`,content:`--[[
  Get job scheduler record.
  Input:
    KEYS[1] 'repeat' key
    ARGV[1] id
]]
local rcall = redis.call
local jobSchedulerKey = KEYS[1] .. ":" .. ARGV[1]
local score = rcall("ZSCORE", KEYS[1], ARGV[1])
if score then
  return {rcall("HGETALL", jobSchedulerKey), score} -- get job data
end
return {nil, nil}
`,keys:1},bi={name:`getJobs`,content:`--[[
  Get jobs (id + data) for the provided states.
  Job ids and their hashes are read in the same script so that ids whose hash
  disappears after the id is read (but before the job is loaded) do not appear
  in the result set. Ids without a job hash (for example the deprecated wait
  list marker entry stored in the list) are skipped. For bounded ranges the
  script iterates forward using the range offset as a cursor to backfill
  skipped ids, preserving the requested page size when possible.
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    start
      ARGV[2]    end
      ARGV[3]    asc ('1' | '0')
      ARGV[4]    max iterations (backfill bound)
      ARGV[5...] types
    Output:
      results grouped per requested type; each entry is a
      {jobId, {field, value, ...}} tuple
]]
local rcall = redis.call
local prefix = KEYS[1]
local rangeStart = tonumber(ARGV[1])
local rangeEnd = tonumber(ARGV[2])
local asc = ARGV[3] == "1"
local max_iterations = tonumber(ARGV[4])
local results = {}
local function isListType(stateType)
  return stateType == "wait" or stateType == "paused" or stateType == "active"
end
-- Fetch a slice of ids for the given state respecting the requested order.
local function fetchIds(stateKey, stateType, sliceStart, sliceEnd, listLength)
  if isListType(stateType) then
    if asc then
      local modifiedRangeStart
      local modifiedRangeEnd
      if sliceStart == -1 then
        modifiedRangeStart = 0
      else
        modifiedRangeStart = -(sliceStart + 1)
      end
      if sliceEnd == -1 then
        modifiedRangeEnd = 0
      else
        modifiedRangeEnd = -(sliceEnd + 1)
      end
      -- Ascending list slices use negative indexes. When the whole window is
      -- beyond the list length Redis clamps both indexes to 0 and LRANGE would
      -- return the head element, so guard against out-of-range slices with LLEN.
      if listLength ~= nil and sliceStart >= 0 and sliceEnd >= 0 and sliceStart >= listLength then
        return {}
      end
      local ids = rcall("LRANGE", stateKey, modifiedRangeEnd, modifiedRangeStart)
      local reversed = {}
      for i = #ids, 1, -1 do
        reversed[#reversed + 1] = ids[i]
      end
      return reversed
    else
      return rcall("LRANGE", stateKey, sliceStart, sliceEnd)
    end
  else
    if asc then
      return rcall("ZRANGE", stateKey, sliceStart, sliceEnd)
    else
      return rcall("ZREVRANGE", stateKey, sliceStart, sliceEnd)
    end
  end
end
-- Fetch the job hash for an id and append it when present.
local function appendJob(entries, jobId)
  local jobData = rcall("HGETALL", prefix .. jobId)
  if #jobData > 0 then
    entries[#entries + 1] = {jobId, jobData}
  end
end
local function cleanupDeprecatedMarker(stateKey, stateType)
  if stateType == "wait" or stateType == "paused" then
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        return count - 1
      end
      return 0
    end
  end
end
local function collectJobs(stateKey, stateType)
  local entries = {}
  local listLength
  local cleanedListLength = cleanupDeprecatedMarker(stateKey, stateType)
  if asc and isListType(stateType) and rangeStart >= 0 and rangeEnd >= 0 then
    if cleanedListLength ~= nil then
      listLength = cleanedListLength
    else
      listLength = rcall("LLEN", stateKey)
    end
  end
  -- Unbounded or negative ranges: fetch the exact window and skip missing ids.
  if rangeStart < 0 or rangeEnd < 0 then
    local ids = fetchIds(stateKey, stateType, rangeStart, rangeEnd, listLength)
    for i = 1, #ids do
      appendJob(entries, ids[i])
    end
    return entries
  end
  -- Bounded range: iterate forward to backfill skipped ids.
  local needed = rangeEnd - rangeStart + 1
  local cursor = rangeStart
  local iterations = 0
  while #entries < needed and iterations < max_iterations do
    local ids = fetchIds(stateKey, stateType, cursor, cursor + needed - 1, listLength)
    if #ids == 0 then
      break
    end
    for i = 1, #ids do
      if #entries >= needed then
        break
      end
      appendJob(entries, ids[i])
    end
    cursor = cursor + #ids
    iterations = iterations + 1
  end
  return entries
end
for i = 5, #ARGV do
  local stateType = ARGV[i]
  local stateKey = prefix .. stateType
  results[#results + 1] = collectJobs(stateKey, stateType)
end
return results
`,keys:1},xi={name:`getMetrics`,content:`--[[
  Get metrics
  Input:
    KEYS[1] 'metrics' key
    KEYS[2] 'metrics data' key
    ARGV[1] start index
    ARGV[2] end index
]]
local rcall = redis.call;
local metricsKey = KEYS[1]
local dataKey = KEYS[2]
local metrics = rcall("HMGET", metricsKey, "count", "prevTS", "prevCount")
local data = rcall("LRANGE", dataKey, tonumber(ARGV[1]), tonumber(ARGV[2]))
local numPoints = rcall("LLEN", dataKey)
return {metrics, data, numPoints}
`,keys:2},Si={name:`getRanges`,content:`--[[
  Get job ids per provided states
    Input:
      KEYS[1]    'prefix'
      ARGV[1]    start
      ARGV[2]    end
      ARGV[3]    asc
      ARGV[4...] types
]]
local rcall = redis.call
local prefix = KEYS[1]
local rangeStart = tonumber(ARGV[1])
local rangeEnd = tonumber(ARGV[2])
local asc = ARGV[3]
local results = {}
local function getRangeInList(listKey, asc, rangeStart, rangeEnd, results)
  if asc == "1" then
    local modifiedRangeStart
    local modifiedRangeEnd
    if rangeStart == -1 then
      modifiedRangeStart = 0
    else
      modifiedRangeStart = -(rangeStart + 1)
    end
    if rangeEnd == -1 then
      modifiedRangeEnd = 0
    else
      modifiedRangeEnd = -(rangeEnd + 1)
    end
    results[#results+1] = rcall("LRANGE", listKey,
      modifiedRangeEnd,
      modifiedRangeStart)
  else
    results[#results+1] = rcall("LRANGE", listKey, rangeStart, rangeEnd)
  end
end
for i = 4, #ARGV do
  local stateKey = prefix .. ARGV[i]
  if ARGV[i] == "wait" or ARGV[i] == "paused" then
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local marker = rcall("LINDEX", stateKey, -1)
    if marker and string.sub(marker, 1, 2) == "0:" then
      local count = rcall("LLEN", stateKey)
      if count > 1 then
        rcall("RPOP", stateKey)
        getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
      else
        results[#results+1] = {}
      end
    else
      getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
    end
  elseif ARGV[i] == "active" then
    getRangeInList(stateKey, asc, rangeStart, rangeEnd, results)
  else
    if asc == "1" then
      results[#results+1] = rcall("ZRANGE", stateKey, rangeStart, rangeEnd)
    else
      results[#results+1] = rcall("ZREVRANGE", stateKey, rangeStart, rangeEnd)
    end
  end
end
return results
`,keys:1},Ci={name:`getRateLimitTtl`,content:`--[[
  Get rate limit ttl
    Input:
      KEYS[1] 'limiter'
      KEYS[2] 'meta'
      ARGV[1] maxJobs
]]
local rcall = redis.call
-- Includes
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
local rateLimiterKey = KEYS[1]
if ARGV[1] ~= "0" then
  return getRateLimitTTL(tonumber(ARGV[1]), rateLimiterKey)
else
  local rateLimitMax = rcall("HGET", KEYS[2], "max")
  if rateLimitMax then
    return getRateLimitTTL(tonumber(rateLimitMax), rateLimiterKey)
  end
  return rcall("PTTL", rateLimiterKey)
end
`,keys:2},wi={name:`getState`,content:`--[[
  Get a job state
  Input: 
    KEYS[1] 'completed' key,
    KEYS[2] 'failed' key
    KEYS[3] 'delayed' key
    KEYS[4] 'active' key
    KEYS[5] 'wait' key
    KEYS[6] 'paused' key
    KEYS[7] 'waiting-children' key
    KEYS[8] 'prioritized' key
    ARGV[1] job id
  Output:
    'completed'
    'failed'
    'delayed'
    'active'
    'prioritized'
    'waiting'
    'waiting-children'
    'unknown'
]]
local rcall = redis.call
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  return "completed"
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  return "failed"
end
if rcall("ZSCORE", KEYS[3], ARGV[1]) then
  return "delayed"
end
if rcall("ZSCORE", KEYS[8], ARGV[1]) then
  return "prioritized"
end
-- Includes
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local active_items = rcall("LRANGE", KEYS[4] , 0, -1)
if checkItemInList(active_items, ARGV[1]) ~= nil then
  return "active"
end
local wait_items = rcall("LRANGE", KEYS[5] , 0, -1)
if checkItemInList(wait_items, ARGV[1]) ~= nil then
  return "waiting"
end
local paused_items = rcall("LRANGE", KEYS[6] , 0, -1)
if checkItemInList(paused_items, ARGV[1]) ~= nil then
  return "waiting"
end
if rcall("ZSCORE", KEYS[7], ARGV[1]) then
  return "waiting-children"
end
return "unknown"
`,keys:8},Ti={name:`getStateV2`,content:`--[[
  Get a job state
  Input: 
    KEYS[1] 'completed' key,
    KEYS[2] 'failed' key
    KEYS[3] 'delayed' key
    KEYS[4] 'active' key
    KEYS[5] 'wait' key
    KEYS[6] 'paused' key
    KEYS[7] 'waiting-children' key
    KEYS[8] 'prioritized' key
    ARGV[1] job id
  Output:
    'completed'
    'failed'
    'delayed'
    'active'
    'waiting'
    'waiting-children'
    'unknown'
]]
local rcall = redis.call
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  return "completed"
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  return "failed"
end
if rcall("ZSCORE", KEYS[3], ARGV[1]) then
  return "delayed"
end
if rcall("ZSCORE", KEYS[8], ARGV[1]) then
  return "prioritized"
end
if rcall("LPOS", KEYS[4] , ARGV[1]) then
  return "active"
end
if rcall("LPOS", KEYS[5] , ARGV[1]) then
  return "waiting"
end
if rcall("LPOS", KEYS[6] , ARGV[1]) then
  return "waiting"
end
if rcall("ZSCORE", KEYS[7] , ARGV[1]) then
  return "waiting-children"
end
return "unknown"
`,keys:8},Ei={name:`isFinished`,content:`--[[
  Checks if a job is finished (.i.e. is in the completed or failed set)
  Input: 
    KEYS[1] completed key
    KEYS[2] failed key
    KEYS[3] job key
    ARGV[1] job id
    ARGV[2] return value?
  Output:
    0 - Not finished.
    1 - Completed.
    2 - Failed.
   -1 - Missing job. 
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[3]) ~= 1 then
  if ARGV[2] == "1" then
    return {-1,"Missing key for job " .. KEYS[3] .. ". isFinished"}
  end  
  return -1
end
if rcall("ZSCORE", KEYS[1], ARGV[1]) then
  if ARGV[2] == "1" then
    local returnValue = rcall("HGET", KEYS[3], "returnvalue")
    return {1,returnValue}
  end
  return 1
end
if rcall("ZSCORE", KEYS[2], ARGV[1]) then
  if ARGV[2] == "1" then
    local failedReason = rcall("HGET", KEYS[3], "failedReason")
    return {2,failedReason}
  end
  return 2
end
if ARGV[2] == "1" then
  return {0}
end
return 0
`,keys:3},Di={name:`isJobInList`,content:`--[[
  Checks if job is in a given list.
  Input:
    KEYS[1]
    ARGV[1]
  Output:
    1 if element found in the list.
]]
-- Includes
--[[
  Function to check if an item belongs to a list.
]]
local function checkItemInList(list, item)
  for _, v in pairs(list) do
    if v == item then
      return 1
    end
  end
  return nil
end
local items = redis.call("LRANGE", KEYS[1] , 0, -1)
return checkItemInList(items, ARGV[1])
`,keys:1},Oi={name:`isMaxed`,content:`--[[
  Checks if queue is maxed.
  Input:
    KEYS[1] meta key
    KEYS[2] active key
  Output:
    1 if element found in the list.
]]
local rcall = redis.call
-- Includes
--[[
  Function to check if queue is maxed or not.
]]
local function isQueueMaxed(queueMetaKey, activeKey)
  local maxConcurrency = rcall("HGET", queueMetaKey, "concurrency")
  if maxConcurrency then
    local activeCount = rcall("LLEN", activeKey)
    if activeCount >= tonumber(maxConcurrency) then
      return true
    end
  end
  return false
end
return isQueueMaxed(KEYS[1], KEYS[2])
`,keys:2},ki={name:`moveJobFromActiveToWait`,content:`--[[
  Function to move job from active state to wait.
  Input:
    KEYS[1]  active key
    KEYS[2]  wait key
    KEYS[3]  stalled key
    KEYS[4]  paused key
    KEYS[5]  meta key
    KEYS[6]  limiter key
    KEYS[7]  prioritized key
    KEYS[8]  marker key
    KEYS[9]  event key
    ARGV[1] job id
    ARGV[2] lock token
    ARGV[3] job id key
]]
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to push back job considering priority in front of same prioritized jobs.
]]
local function pushBackJobWithPriority(prioritizedKey, priority, jobId)
  -- in order to put it at front of same prioritized jobs
  -- we consider prioritized counter as 0
  local score = priority * 0x100000000
  rcall("ZADD", prioritizedKey, score, jobId)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
local jobId = ARGV[1]
local token = ARGV[2]
local jobKey = ARGV[3]
if rcall("EXISTS", jobKey) == 0 then
  return -1
end
local errorCode = removeLock(jobKey, KEYS[3], token, jobId)
if errorCode < 0 then
  return errorCode
end
local metaKey = KEYS[5]
local removed = rcall("LREM", KEYS[1], 1, jobId)
if removed > 0 then
  local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[1])
  local priority = tonumber(rcall("HGET", ARGV[3], "priority")) or 0
  if priority > 0 then
    pushBackJobWithPriority(KEYS[7], priority, jobId)
  else
    addJobInTargetList(KEYS[2], KEYS[8], "RPUSH", isPausedOrMaxed, jobId)
  end
  local maxEvents = getOrSetMaxEvents(metaKey)
  -- Emit waiting event
  rcall("XADD", KEYS[9], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
    "jobId", jobId, "prev", "active")
end
local pttl = rcall("PTTL", KEYS[6])
if pttl > 0 then
  return pttl
else
  return 0
end
`,keys:9},Ai={name:`moveJobsToWait`,content:`--[[
  Move completed, failed or delayed jobs to wait.
  Note: Does not support jobs with priorities.
  Input:
    KEYS[1] base key
    KEYS[2] events stream
    KEYS[3] state key (failed, completed, delayed)
    KEYS[4] 'wait'
    KEYS[5] 'paused'
    KEYS[6] 'meta'
    KEYS[7] 'active'
    KEYS[8] 'marker'
    ARGV[1] count
    ARGV[2] timestamp
    ARGV[3] prev state
  Output:
    1  means the operation is not completed
    0  means the operation is completed
]]
local maxCount = tonumber(ARGV[1])
local timestamp = tonumber(ARGV[2])
local rcall = redis.call;
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to move a retried child back to its parent's dependencies.
  This does not move a parent that has already left waiting-children back to that state.
]]
local function moveChildBackToParentDependencies(jobKey, prevState)
  local parentKey = rcall("HGET", jobKey, "parentKey")
  if parentKey and rcall("EXISTS", parentKey) == 1 then
    if prevState == "failed" then
      if rcall("ZREM", parentKey .. ":unsuccessful", jobKey) == 1 or
        rcall("HDEL", parentKey .. ":failed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    else
      if rcall("HDEL", parentKey .. ":processed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    end
  end
end
local metaKey = KEYS[6]
local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[7])
local jobs = rcall('ZRANGEBYSCORE', KEYS[3], 0, timestamp, 'LIMIT', 0, maxCount)
if (#jobs > 0) then
    if ARGV[3] == "failed" then
        for i, key in ipairs(jobs) do
            local jobKey = KEYS[1] .. key
            rcall("HDEL", jobKey, "finishedOn", "processedOn", "failedReason")
            moveChildBackToParentDependencies(jobKey, ARGV[3])
        end
    elseif ARGV[3] == "completed" then
        for i, key in ipairs(jobs) do
            local jobKey = KEYS[1] .. key
            rcall("HDEL", jobKey, "finishedOn", "processedOn", "returnvalue")
            moveChildBackToParentDependencies(jobKey, ARGV[3])
        end
    end
    local maxEvents = getOrSetMaxEvents(metaKey)
    for i, key in ipairs(jobs) do
        -- Emit waiting event
        rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event",
              "waiting", "jobId", key, "prev", ARGV[3]);
    end
    for from, to in batches(#jobs, 7000) do
        rcall("ZREM", KEYS[3], unpack(jobs, from, to))
        rcall("LPUSH", KEYS[4], unpack(jobs, from, to))
    end
    addBaseMarkerIfNeeded(KEYS[8], isPausedOrMaxed)
end
maxCount = maxCount - #jobs
if (maxCount <= 0) then return 1 end
return 0
`,keys:8},ji={name:`moveStalledJobsToWait`,content:`--[[
  Move stalled jobs to wait.
    Input:
      KEYS[1] 'stalled' (SET)
      KEYS[2] 'wait',   (LIST)
      KEYS[3] 'active', (LIST)
      KEYS[4] 'stalled-check', (KEY)
      KEYS[5] 'meta', (KEY)
      KEYS[6] 'paused', (LIST)
      KEYS[7] 'marker'
      KEYS[8] 'event stream' (STREAM)
      KEYS[9] 'repeat' key
      ARGV[1]  Max stalled job count
      ARGV[2]  queue.toKey('')
      ARGV[3]  timestamp
      ARGV[4]  max check time
    Events:
      'stalled' with stalled job id.
]]
local rcall = redis.call
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to move job to wait to be picked up by a waiting worker.
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveJobToWait(metaKey, activeKey, waitKey, pausedKey, markerKey, eventStreamKey,
  jobId, pushCmd)
  local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
  addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId", jobId, 'prev', 'active')
end
--[[
  Function to trim events, default 10000.
]]
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function trimEvents(metaKey, eventStreamKey)
  local maxEvents = getOrSetMaxEvents(metaKey)
  if maxEvents then
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", maxEvents)
  else
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", 10000)
  end
end
local stalledKey = KEYS[1]
local waitKey = KEYS[2]
local activeKey = KEYS[3]
local stalledCheckKey = KEYS[4]
local metaKey = KEYS[5]
local pausedKey = KEYS[6]
local markerKey = KEYS[7]
local eventStreamKey = KEYS[8]
local repeatKey = KEYS[9]
local maxStalledJobCount = tonumber(ARGV[1])
local queueKeyPrefix = ARGV[2]
local timestamp = ARGV[3]
local maxCheckTime = ARGV[4]
if rcall("EXISTS", stalledCheckKey) == 1 then
    return {}
end
rcall("SET", stalledCheckKey, timestamp, "PX", maxCheckTime)
-- Trim events before emitting them to avoid trimming events emitted in this script
trimEvents(metaKey, eventStreamKey)
-- Move all stalled jobs to wait
local stalling = rcall('SMEMBERS', stalledKey)
local stalled = {}
if (#stalling > 0) then
    rcall('DEL', stalledKey)
    -- Remove from active list
    for i, jobId in ipairs(stalling) do
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            -- If the jobId is a delay marker ID we just remove it.
            rcall("LREM", activeKey, 1, jobId)
        else
            local jobKey = queueKeyPrefix .. jobId
            -- Check that the lock is also missing, then we can handle this job as really stalled.
            if (rcall("EXISTS", jobKey .. ":lock") == 0) then
                --  Remove from the active queue.
                local removed = rcall("LREM", activeKey, 1, jobId)
                if (removed > 0) then
                    -- If this job has been stalled too many times, such as if it crashes the worker, then fail it.
                    local stalledCount = rcall("HINCRBY", jobKey, "stc", 1)
                    -- Check if this is a repeatable job by looking at job options
                    local jobSchedulerId = rcall("HGET", jobKey, "rjk")
                    local isRepeatableJob = false
                    if jobSchedulerId then
                        local schedulerKey = repeatKey .. ":" .. jobSchedulerId
                        if rcall("EXISTS", schedulerKey) == 1 then
                            isRepeatableJob = true
                        else
                            -- TODO: remove this check in v6, as it is only needed for legacy repeatable jobs
                            -- that stored the scheduler id in the job key but did not create the scheduler hash key
                            local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
                            if prevMillis then
                                isRepeatableJob = true
                            end
                        end
                    end
                    -- Only fail job if it exceeds stall limit AND is not a repeatable job
                    if stalledCount > maxStalledJobCount and not isRepeatableJob then
                        local failedReason = "job stalled more than allowable limit"
                        rcall("HSET", jobKey, "defa", failedReason)
                    end
                    moveJobToWait(metaKey, activeKey, waitKey, pausedKey, markerKey, eventStreamKey, jobId,
                        "RPUSH")
                    -- Emit the stalled event
                    rcall("XADD", eventStreamKey, "*", "event", "stalled", "jobId", jobId)
                    table.insert(stalled, jobId)
                end
            end
        end
    end
end
-- Mark potentially stalled jobs
local active = rcall('LRANGE', activeKey, 0, -1)
if (#active > 0) then
    for from, to in batches(#active, 7000) do
        rcall('SADD', stalledKey, unpack(active, from, to))
    end
end
return stalled
`,keys:9},Mi={name:`moveToActive`,content:`--[[
  Move next job to be processed to active, lock it and fetch its data. The job
  may be delayed, in that case we need to move it to the delayed set instead.
  This operation guarantees that the worker owns the job during the lock
  expiration time. The worker is responsible of keeping the lock fresh
  so that no other worker picks this job again.
  Input:
    KEYS[1] wait key
    KEYS[2] active key
    KEYS[3] prioritized key
    KEYS[4] stream events key
    KEYS[5] stalled key
    -- Rate limiting
    KEYS[6] rate limiter key
    KEYS[7] delayed key
    -- Delayed jobs
    KEYS[8] paused key
    KEYS[9] meta key
    KEYS[10] pc priority counter
    -- Marker
    KEYS[11] marker key
    -- Arguments
    ARGV[1] key prefix
    ARGV[2] timestamp
    ARGV[3] opts
    opts - token - lock token
    opts - lockDuration
    opts - limiter
    opts - name - worker name
]]
local rcall = redis.call
local waitKey = KEYS[1]
local activeKey = KEYS[2]
local eventStreamKey = KEYS[4]
local rateLimiterKey = KEYS[6]
local delayedKey = KEYS[7]
local opts = cmsgpack.unpack(ARGV[3])
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
    getQueueMetadata(KEYS[9], activeKey, waitKey)
-- Check if there are delayed jobs that we can move to wait.
local markerKey = KEYS[11]
promoteDelayedJobs(delayedKey, markerKey, waitKey, KEYS[3], eventStreamKey, ARGV[1],
                   ARGV[2], KEYS[10], isPausedOrMaxed)
local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
-- Check if we are rate limited first.
if expireTime > 0 then return {0, 0, expireTime, 0} end
-- paused or maxed queue
if isPausedOrMaxed then return {0, 0, 0, 0} end
local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
-- no job ID, try non-blocking move from wait to active
local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
-- Markers in waitlist DEPRECATED in v5: Will be completely removed in v6.
if jobId and string.sub(jobId, 1, 2) == "0:" then
    rcall("LREM", activeKey, 1, jobId)
    jobId = rcall("RPOPLPUSH", waitKey, activeKey)
end
if jobId then
    return prepareJobForProcessing(ARGV[1], rateLimiterKey, eventStreamKey, jobId, ARGV[2],
                                   maxJobs, limiterDuration, markerKey, opts)
else
    jobId = moveJobFromPrioritizedToActive(KEYS[3], activeKey, KEYS[10])
    if jobId then
        return prepareJobForProcessing(ARGV[1], rateLimiterKey, eventStreamKey, jobId, ARGV[2],
                                       maxJobs, limiterDuration, markerKey, opts)
    end
end
-- Return the timestamp for the next delayed job if any.
local nextTimestamp = getNextDelayedTimestamp(delayedKey)
if nextTimestamp ~= nil then return {0, 0, 0, nextTimestamp} end
return {0, 0, 0, 0}
`,keys:11},Ni={name:`moveToDelayed`,content:`--[[
  Moves job from active to delayed set.
  Input:
    KEYS[1] marker key
    KEYS[2] active key
    KEYS[3] prioritized key
    KEYS[4] delayed key
    KEYS[5] job key
    KEYS[6] events stream
    KEYS[7] meta key
    KEYS[8] stalled key
    KEYS[9] wait key
    KEYS[10] rate limiter key
    KEYS[11] pc priority counter
    ARGV[1] key prefix
    ARGV[2] timestamp
    ARGV[3] the id of the job
    ARGV[4] queue token
    ARGV[5] delay value
    ARGV[6] skip attempt
    ARGV[7] optional job fields to update
    ARGV[8] fetch next?
    ARGV[9] opts
  Output:
    0 - OK
   -1 - Missing job.
   -3 - Job not in active set.
  Events:
    - delayed key.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to fetch the next job to process.
  Tries to get the next job to avoid an extra roundtrip if the queue is
  not closing and not rate limited.
  Input:
    waitKey - wait list key
    activeKey - active list key
    prioritizedKey - prioritized sorted set key
    eventStreamKey - event stream key
    rateLimiterKey - rate limiter key
    delayedKey - delayed sorted set key
    metaKey - meta hash key
    pcKey - priority counter key
    markerKey - marker key
    prefix - keys prefix
    timestamp - current timestamp
    opts - options table:
      token (required) - lock token used when locking jobs
      lockDuration (required) - lock duration for acquired jobs
      limiter (optional) - rate limiter options table (e.g. { max = number })
]]
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function fetchNextJob(waitKey, activeKey, prioritizedKey, eventStreamKey,
    rateLimiterKey, delayedKey, metaKey, pcKey, markerKey, prefix,
    timestamp, opts)
    local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
        getQueueMetadata(metaKey, activeKey, waitKey)
    -- Check if there are delayed jobs that can be promoted
    promoteDelayedJobs(delayedKey, markerKey, waitKey, prioritizedKey,
        eventStreamKey, prefix, timestamp, pcKey, isPausedOrMaxed)
    local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
    -- Check if we are rate limited first.
    local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
    if expireTime > 0 then
        return {0, 0, expireTime, 0}
    end
    -- paused or maxed queue
    if isPausedOrMaxed then
        return {0, 0, 0, 0}
    end
    local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
    local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
    if jobId then
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            rcall("LREM", activeKey, 1, jobId)
            -- If jobId is special ID 0:delay (delay greater than 0), then there is no job to process
            -- but if ID is 0:0, then there is at least 1 prioritized job to process
            if jobId == "0:0" then
                jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
                return prepareJobForProcessing(prefix, rateLimiterKey,
                    eventStreamKey, jobId, timestamp, maxJobs,
                    limiterDuration, markerKey, opts)
            end
        else
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    else
        jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
        if jobId then
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    end
    -- Return the timestamp for the next delayed job if any.
    local nextTimestamp = getNextDelayedTimestamp(delayedKey)
    if nextTimestamp ~= nil then
        -- The result is guaranteed to be positive, since the
        -- ZRANGEBYSCORE command would have return a job otherwise.
        return {0, 0, 0, nextTimestamp}
    end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local jobKey = KEYS[5]
local markerKey = KEYS[1]
local metaKey = KEYS[7]
local token = ARGV[4] 
if rcall("EXISTS", jobKey) == 1 then
    local errorCode = removeLock(jobKey, KEYS[8], token, ARGV[3])
    if errorCode < 0 then
        return errorCode
    end
    updateJobFields(jobKey, ARGV[7])
    local delayedKey = KEYS[4]
    local jobId = ARGV[3]
    local delay = tonumber(ARGV[5])
    local numRemovedElements = rcall("LREM", KEYS[2], -1, jobId)
    if numRemovedElements < 1 then return -3 end
    local score, delayedTimestamp = getDelayedScore(delayedKey, ARGV[2], delay)
    if ARGV[6] == "0" then
        rcall("HINCRBY", jobKey, "atm", 1)
    end
    rcall("HSET", jobKey, "delay", ARGV[5])
    local maxEvents = getOrSetMaxEvents(metaKey)
    rcall("ZADD", delayedKey, score, jobId)
    rcall("XADD", KEYS[6], "MAXLEN", "~", maxEvents, "*", "event", "delayed",
          "jobId", jobId, "delay", delayedTimestamp)
    -- Try to get next job to avoid an extra roundtrip if the queue is not closing,
    -- and not rate limited.
    if (ARGV[8] == "1") then
        local opts = cmsgpack.unpack(ARGV[9])
        local result = fetchNextJob(KEYS[9], KEYS[2], KEYS[3], KEYS[6],
            KEYS[10], KEYS[4], metaKey, KEYS[11], markerKey,
            ARGV[1], ARGV[2], opts)
        if result and type(result[1]) == "table" then
            return result
        end
    end
    -- Check if we need to push a marker job to wake up sleeping workers.
    addDelayMarkerIfNeeded(markerKey, delayedKey)
    return 0
else
    return -1
end
`,keys:11},Pi={name:`moveToFinished`,content:`--[[
  Move job from active to a finished status (completed or failed)
  A job can only be moved to completed if it was active.
  The job must be locked before it can be moved to a finished status,
  and the lock must be released in this script.
    Input:
      KEYS[1] wait key
      KEYS[2] active key
      KEYS[3] prioritized key
      KEYS[4] event stream key
      KEYS[5] stalled key
      -- Rate limiting
      KEYS[6] rate limiter key
      KEYS[7] delayed key
      KEYS[8] paused key
      KEYS[9] meta key
      KEYS[10] pc priority counter
      KEYS[11] completed/failed key
      KEYS[12] jobId key
      KEYS[13] metrics key
      KEYS[14] marker key
      ARGV[1]  jobId
      ARGV[2]  timestamp
      ARGV[3]  msg property returnvalue / failedReason
      ARGV[4]  return value / failed reason
      ARGV[5]  target (completed/failed)
      ARGV[6]  fetch next?
      ARGV[7]  keys prefix
      ARGV[8]  opts
      ARGV[9]  job fields to update
      opts - token - lock token
      opts - keepJobs
      opts - lockDuration - lock duration in milliseconds
      opts - attempts max attempts
      opts - maxMetricsSize
      opts - fpof - fail parent on fail
      opts - cpof - continue parent on fail
      opts - idof - ignore dependency on fail
      opts - rdof - remove dependency on fail
      opts - name - worker name
    Output:
      0 OK
      -1 Missing key.
      -2 Missing lock.
      -3 Job not in active set
      -4 Job has pending children
      -6 Lock is not owned by this client
      -9 Job has failed children
    Events:
      'completed/failed'
]]
local rcall = redis.call
--- Includes
--[[
  Functions to collect metrics based on a current and previous count of jobs.
  Granularity is fixed at 1 minute.
]]
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
local function collectMetrics(metaKey, dataPointsList, maxDataPoints,
                                 timestamp)
    -- Increment current count
    local count = rcall("HINCRBY", metaKey, "count", 1) - 1
    -- Compute how many data points we need to add to the list, N.
    local prevTS = rcall("HGET", metaKey, "prevTS")
    if not prevTS then
        -- If prevTS is nil, set it to the current timestamp
        rcall("HSET", metaKey, "prevTS", timestamp, "prevCount", 0)
        return
    end
    local N = math.min(math.floor(timestamp / 60000) - math.floor(prevTS / 60000), tonumber(maxDataPoints))
    if N > 0 then
        local delta = count - rcall("HGET", metaKey, "prevCount")
        -- If N > 1, add N-1 zeros to the list
        if N > 1 then
            local points = {}
            points[1] = delta
            for i = 2, N do
                points[i] = 0
            end
            for from, to in batches(#points, 7000) do
                rcall("LPUSH", dataPointsList, unpack(points, from, to))
            end
        else
            -- LPUSH delta to the list
            rcall("LPUSH", dataPointsList, delta)
        end
        -- LTRIM to keep list to its max size
        rcall("LTRIM", dataPointsList, 0, maxDataPoints - 1)
        -- update prev count with current count
        rcall("HSET", metaKey, "prevCount", count, "prevTS", timestamp)
    end
end
--[[
  Function to fetch the next job to process.
  Tries to get the next job to avoid an extra roundtrip if the queue is
  not closing and not rate limited.
  Input:
    waitKey - wait list key
    activeKey - active list key
    prioritizedKey - prioritized sorted set key
    eventStreamKey - event stream key
    rateLimiterKey - rate limiter key
    delayedKey - delayed sorted set key
    metaKey - meta hash key
    pcKey - priority counter key
    markerKey - marker key
    prefix - keys prefix
    timestamp - current timestamp
    opts - options table:
      token (required) - lock token used when locking jobs
      lockDuration (required) - lock duration for acquired jobs
      limiter (optional) - rate limiter options table (e.g. { max = number })
]]
-- Includes
--[[
  Function to get queue metadata.
]]
local function getQueueMetadata(queueMetaKey, activeKey, waitKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency", "max", "duration")
  if queueAttributes[1] then
    return true, queueAttributes[3], queueAttributes[4]
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      if activeCount >= tonumber(queueAttributes[2]) then
        return true, queueAttributes[3], queueAttributes[4]
      else
        return false, queueAttributes[3], queueAttributes[4]
      end
    end
  end
  return false, queueAttributes[3], queueAttributes[4]
end
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
--[[
  Function to get current rate limit ttl.
]]
local function getRateLimitTTL(maxJobs, rateLimiterKey)
  if maxJobs and maxJobs <= tonumber(rcall("GET", rateLimiterKey) or 0) then
    local pttl = rcall("PTTL", rateLimiterKey)
    if pttl == 0 then
      rcall("DEL", rateLimiterKey)
    end
    if pttl > 0 then
      return pttl
    end
  end
  return 0
end
--[[
  Function to move job from prioritized state to active.
]]
local function moveJobFromPrioritizedToActive(priorityKey, activeKey, priorityCounterKey)
  local prioritizedJob = rcall("ZPOPMIN", priorityKey)
  if #prioritizedJob > 0 then
    rcall("LPUSH", activeKey, prioritizedJob[1])
    return prioritizedJob[1]
  else
    rcall("DEL", priorityCounterKey)
  end
end
--[[
  Function to move job from wait state to active.
  Input:
    opts - token - lock token
    opts - lockDuration
    opts - limiter
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function prepareJobForProcessing(keyPrefix, rateLimiterKey, eventStreamKey,
    jobId, processedOn, maxJobs, limiterDuration, markerKey, opts)
  local jobKey = keyPrefix .. jobId
  -- Check if we need to perform rate limiting.
  if maxJobs then
    local isDeferredFailure = rcall("HEXISTS", jobKey, "defa") == 1
    if not isDeferredFailure then
      local jobCounter = tonumber(rcall("INCR", rateLimiterKey))
      if jobCounter == 1 then
        local integerDuration = math.floor(math.abs(limiterDuration))
        rcall("PEXPIRE", rateLimiterKey, integerDuration)
      end
    end
  end
  -- get a lock
  if opts['token'] ~= "0" then
    local lockKey = jobKey .. ':lock'
    rcall("SET", lockKey, opts['token'], "PX", opts['lockDuration'])
  end
  local optionalValues = {}
  if opts['name'] then
    -- Set "processedBy" field to the worker name
    table.insert(optionalValues, "pb")
    table.insert(optionalValues, opts['name'])
  end
  rcall("XADD", eventStreamKey, "*", "event", "active", "jobId", jobId, "prev", "waiting")
  rcall("HMSET", jobKey, "processedOn", processedOn, unpack(optionalValues))
  rcall("HINCRBY", jobKey, "ats", 1)
  addBaseMarkerIfNeeded(markerKey, false)
  -- rate limit delay must be 0 in this case to prevent adding more delay
  -- when job that is moved to active needs to be processed
  return {rcall("HGETALL", jobKey), jobId, 0, 0} -- get job data
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function fetchNextJob(waitKey, activeKey, prioritizedKey, eventStreamKey,
    rateLimiterKey, delayedKey, metaKey, pcKey, markerKey, prefix,
    timestamp, opts)
    local isPausedOrMaxed, rateLimitMax, rateLimitDuration =
        getQueueMetadata(metaKey, activeKey, waitKey)
    -- Check if there are delayed jobs that can be promoted
    promoteDelayedJobs(delayedKey, markerKey, waitKey, prioritizedKey,
        eventStreamKey, prefix, timestamp, pcKey, isPausedOrMaxed)
    local maxJobs = tonumber(rateLimitMax or (opts['limiter'] and opts['limiter']['max']))
    -- Check if we are rate limited first.
    local expireTime = getRateLimitTTL(maxJobs, rateLimiterKey)
    if expireTime > 0 then
        return {0, 0, expireTime, 0}
    end
    -- paused or maxed queue
    if isPausedOrMaxed then
        return {0, 0, 0, 0}
    end
    local limiterDuration = (opts['limiter'] and opts['limiter']['duration']) or rateLimitDuration
    local jobId = rcall("RPOPLPUSH", waitKey, activeKey)
    if jobId then
        -- Markers in waitlist DEPRECATED in v5: Remove in v6.
        if string.sub(jobId, 1, 2) == "0:" then
            rcall("LREM", activeKey, 1, jobId)
            -- If jobId is special ID 0:delay (delay greater than 0), then there is no job to process
            -- but if ID is 0:0, then there is at least 1 prioritized job to process
            if jobId == "0:0" then
                jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
                return prepareJobForProcessing(prefix, rateLimiterKey,
                    eventStreamKey, jobId, timestamp, maxJobs,
                    limiterDuration, markerKey, opts)
            end
        else
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    else
        jobId = moveJobFromPrioritizedToActive(prioritizedKey, activeKey, pcKey)
        if jobId then
            return prepareJobForProcessing(prefix, rateLimiterKey,
                eventStreamKey, jobId, timestamp, maxJobs,
                limiterDuration, markerKey, opts)
        end
    end
    -- Return the timestamp for the next delayed job if any.
    local nextTimestamp = getNextDelayedTimestamp(delayedKey)
    if nextTimestamp ~= nil then
        -- The result is guaranteed to be positive, since the
        -- ZRANGEBYSCORE command would have return a job otherwise.
        return {0, 0, 0, nextTimestamp}
    end
end
--[[
  Function to recursively move from waitingChildren to failed.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
local handleChildFailureAndMoveParentToWait = function (parentQueueKey, parentKey, parentId, jobIdKey, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    local parentDelayedKey = parentQueueKey .. ":delayed"
    local parentWaitingChildrenOrDelayedKey
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then
      parentWaitingChildrenOrDelayedKey = parentWaitingChildrenKey
    elseif rcall("ZSCORE", parentDelayedKey, parentId) then
      parentWaitingChildrenOrDelayedKey = parentDelayedKey
      rcall("HSET", parentKey, "delay", 0)
    end
    if parentWaitingChildrenOrDelayedKey then
      rcall("ZREM", parentWaitingChildrenOrDelayedKey, parentId)
      local deferredFailure = "child " .. jobIdKey .. " failed"
      rcall("HSET", parentKey, "defa", deferredFailure)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    else
      if not rcall("ZSCORE", parentQueueKey .. ":failed", parentId) then
        local deferredFailure = "child " .. jobIdKey .. " failed"
        rcall("HSET", parentKey, "defa", deferredFailure)
      end
    end
  end
end
local moveChildFromDependenciesIfNeeded = function (rawParentData, childKey, failedReason, timestamp)
  if rawParentData then
    local parentData = cjson.decode(rawParentData)
    local parentKey = parentData['queueKey'] .. ':' .. parentData['id']
    local parentDependenciesChildrenKey = parentKey .. ":dependencies"
    if parentData['fpof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        local parentUnsuccessfulChildrenKey = parentKey .. ":unsuccessful"
        rcall("ZADD", parentUnsuccessfulChildrenKey, timestamp, childKey)
        handleChildFailureAndMoveParentToWait(
          parentData['queueKey'],
          parentKey,
          parentData['id'],
          childKey,
          timestamp
        )
      end
    elseif parentData['cpof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        local parentFailedChildrenKey = parentKey .. ":failed"
        rcall("HSET", parentFailedChildrenKey, childKey, failedReason)
        moveParentToWaitIfNeeded(parentData['queueKey'], parentKey, parentData['id'], timestamp)
      end
    elseif parentData['idof'] or parentData['rdof'] then
      if rcall("SREM", parentDependenciesChildrenKey, childKey) == 1 then
        moveParentToWaitIfNoPendingDependencies(parentData['queueKey'], parentDependenciesChildrenKey,
          parentKey, parentData['id'], timestamp)
        if parentData['idof'] then
          local parentFailedChildrenKey = parentKey .. ":failed"
          rcall("HSET", parentFailedChildrenKey, childKey, failedReason)
        end
      end
    end
  end
end
--[[
  Function to remove deduplication key if needed
  when a job is moved to completed or failed states.
]]
local function removeDeduplicationKeyIfNeededOnFinalization(prefixKey,
  deduplicationId, jobId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local pttl = rcall("PTTL", deduplicationKey)
    if pttl == 0 then
      return rcall("DEL", deduplicationKey)
    end
    if pttl == -1 then
      local currentJobId = rcall('GET', deduplicationKey)
      if currentJobId and currentJobId == jobId then
        return rcall("DEL", deduplicationKey)
      end
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Functions to remove jobs by max age.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobsByMaxAge(timestamp, maxAge, targetSet, prefix, maxLimit)
  local start = timestamp - maxAge * 1000
  local jobIds = rcall("ZREVRANGEBYSCORE", targetSet, start, "-inf", "LIMIT", 0, maxLimit)
  for i, jobId in ipairs(jobIds) do
    removeJob(jobId, false, prefix, false --[[remove debounce key]])
  end
  if #jobIds > 0 then
    if #jobIds < maxLimit then
      rcall("ZREMRANGEBYSCORE", targetSet, "-inf", start)
    else
      for from, to in batches(#jobIds, 7000) do
        rcall("ZREM", targetSet, unpack(jobIds, from, to))
      end
    end
  end
end
--[[
  Functions to remove jobs by max count.
]]
-- Includes
local function removeJobsByMaxCount(maxCount, targetSet, prefix)
  local start = maxCount
  local jobIds = rcall("ZREVRANGE", targetSet, start, -1)
  for i, jobId in ipairs(jobIds) do
    removeJob(jobId, false, prefix, false --[[remove debounce key]])
  end
  rcall("ZREMRANGEBYRANK", targetSet, 0, -(maxCount + 1))
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to create a new job from stored dedup-next data
  when a deduplicated job with keepLastIfActive finishes.
  At most one next job is created per deduplication ID.
  Multiple triggers while active overwrite the dedup-next data,
  so only the latest data is used.
]]
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to set the deduplication key for a job.
  Uses TTL from deduplication opts if provided.
]]
local function setDeduplicationKey(deduplicationKey, jobId, deduplicationOpts)
    local ttl = deduplicationOpts and deduplicationOpts['ttl']
    if ttl and ttl > 0 then
        rcall('SET', deduplicationKey, jobId, 'PX', ttl)
    else
        rcall('SET', deduplicationKey, jobId)
    end
end
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function requeueDeduplicatedJob(prefix, deduplicationId, eventStreamKey,
    metaKey, activeKey, waitKey, pausedKey, markerKey, prioritizedKey,
    priorityCounterKey, delayedKey, timestamp)
  local deduplicationNextKey = prefix .. "dn:" .. deduplicationId
  if rcall("EXISTS", deduplicationNextKey) == 1 then
    local nextData = rcall("HMGET", deduplicationNextKey,
        "name", "data", "opts", "pk", "pd", "pdk", "rjk", "jid")
    -- Always increment the counter to keep it monotonic
    local nextId = rcall("INCR", prefix .. "id") .. ""
    local storedJobId = nextData[8] -- index 8 = "jid" (8th field in the HMGET call above)
    local newJobId
    if storedJobId then
      newJobId = storedJobId
    else
      newJobId = nextId
    end
    local newJobIdKey = prefix .. newJobId
    local newOpts = cjson.decode(nextData[3])
    local deduplicationKey = prefix .. "de:" .. deduplicationId
    local parentKey = nextData[4] or nil
    local parentData = nextData[5] or nil
    local parentDependenciesKey = nextData[6] or nil
    local repeatJobKey = nextData[7] or nil
    -- Set dedup key for the new job (without TTL when keepLastIfActive,
    -- so the key outlives the job's active duration)
    local deOpts = newOpts['de']
    if deOpts and deOpts['keepLastIfActive'] then
      rcall('SET', deduplicationKey, newJobId)
    else
      setDeduplicationKey(deduplicationKey, newJobId, deOpts)
    end
    -- Store and enqueue using the shared helper (handles priority/lifo/delayed)
    local maxEvents = getOrSetMaxEvents(metaKey)
    storeAndEnqueueJob(eventStreamKey, newJobIdKey, newJobId, nextData[1], nextData[2],
        newOpts, timestamp, parentKey, parentData, repeatJobKey, maxEvents,
        waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
        priorityCounterKey, delayedKey, markerKey)
    -- Register as child dependency if the job has a parent
    if parentDependenciesKey then
      rcall("SADD", parentDependenciesKey, newJobIdKey)
    end
    -- Only delete the dedup-next hash after the job is fully created,
    -- so that if any step above errors, the data is not permanently lost.
    rcall("DEL", deduplicationNextKey)
  end
end
--[[
  Function to trim events, default 10000.
]]
-- Includes
local function trimEvents(metaKey, eventStreamKey)
  local maxEvents = getOrSetMaxEvents(metaKey)
  if maxEvents then
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", maxEvents)
  else
    rcall("XTRIM", eventStreamKey, "MAXLEN", "~", 10000)
  end
end
--[[
  Validate and move or add dependencies to parent.
]]
-- Includes
local function updateParentDepsIfNeeded(parentKey, parentQueueKey, parentDependenciesKey,
  parentId, jobIdKey, returnvalue, timestamp )
  local processedSet = parentKey .. ":processed"
  rcall("HSET", processedSet, jobIdKey, returnvalue)
  moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey, parentId, timestamp)
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local jobIdKey = KEYS[12]
if rcall("EXISTS", jobIdKey) == 1 then -- Make sure job exists
    -- Make sure it does not have pending dependencies
    -- It must happen before removing lock
    if ARGV[5] == "completed" then
        if rcall("SCARD", jobIdKey .. ":dependencies") ~= 0 then
            return -4
        end
        if rcall("ZCARD", jobIdKey .. ":unsuccessful") ~= 0 then
            return -9
        end
    end
    local opts = cmsgpack.unpack(ARGV[8])
    local token = opts['token']
    local errorCode = removeLock(jobIdKey, KEYS[5], token, ARGV[1])
    if errorCode < 0 then
        return errorCode
    end
    updateJobFields(jobIdKey, ARGV[9]);
    local attempts = opts['attempts']
    local maxMetricsSize = opts['maxMetricsSize']
    local maxCount = opts['keepJobs']['count']
    local maxAge = opts['keepJobs']['age']
    local maxLimit = opts['keepJobs']['limit'] or 1000
    local jobAttributes = rcall("HMGET", jobIdKey, "parentKey", "parent", "deid")
    local parentKey = jobAttributes[1] or ""
    local parentId = ""
    local parentQueueKey = ""
    if jobAttributes[2] then -- TODO: need to revisit this logic if it's still needed
        local jsonDecodedParent = cjson.decode(jobAttributes[2])
        parentId = jsonDecodedParent['id']
        parentQueueKey = jsonDecodedParent['queueKey']
    end
    local jobId = ARGV[1]
    local timestamp = ARGV[2]
    -- Remove from active list (if not active we shall return error)
    local numRemovedElements = rcall("LREM", KEYS[2], -1, jobId)
    if (numRemovedElements < 1) then
        return -3
    end
    local eventStreamKey = KEYS[4]
    local metaKey = KEYS[9]
    -- Trim events before emitting them to avoid trimming events emitted in this script
    trimEvents(metaKey, eventStreamKey)
    local prefix = ARGV[7]
    removeDeduplicationKeyIfNeededOnFinalization(prefix, jobAttributes[3], jobId)
    -- Check if there is requeue data for this dedup ID (keepLastIfActive mode)
    if jobAttributes[3] then
      requeueDeduplicatedJob(prefix, jobAttributes[3], eventStreamKey,
          metaKey, KEYS[2], KEYS[1], KEYS[8], KEYS[14], KEYS[3], KEYS[10],
          KEYS[7], timestamp)
    end
    -- If job has a parent we need to
    -- 1) remove this job id from parents dependencies
    -- 2) move the job Id to parent "processed" set
    -- 3) push the results into parent "results" list
    -- 4) if parent's dependencies is empty, then move parent to "wait/paused". Note it may be a different queue!.
    if parentId == "" and parentKey ~= "" then
        parentId = getJobIdFromKey(parentKey)
        parentQueueKey = getJobKeyPrefix(parentKey, ":" .. parentId)
    end
    if parentId ~= "" then
        if ARGV[5] == "completed" then
            local dependenciesSet = parentKey .. ":dependencies"
            if rcall("SREM", dependenciesSet, jobIdKey) == 1 then
                updateParentDepsIfNeeded(parentKey, parentQueueKey, dependenciesSet, parentId, jobIdKey, ARGV[4],
                    timestamp)
            end
        else
            moveChildFromDependenciesIfNeeded(jobAttributes[2], jobIdKey, ARGV[4], timestamp)
        end
    end
    local attemptsMade = rcall("HINCRBY", jobIdKey, "atm", 1)
    -- Remove job?
    if maxCount ~= 0 then
        local targetSet = KEYS[11]
        -- Add to complete/failed set
        rcall("ZADD", targetSet, timestamp, jobId)
        rcall("HSET", jobIdKey, ARGV[3], ARGV[4], "finishedOn", timestamp)
        -- "returnvalue" / "failedReason" and "finishedOn"
        if ARGV[5] == "failed" then
            rcall("HDEL", jobIdKey, "defa")
        end
        -- Remove old jobs?
        if maxAge ~= nil then
            removeJobsByMaxAge(timestamp, maxAge, targetSet, prefix, maxLimit)
        end
        if maxCount ~= nil and maxCount > 0 then
            removeJobsByMaxCount(maxCount, targetSet, prefix)
        end
    else
        removeJobKeys(jobIdKey)
        if parentKey ~= "" then
            -- TODO: when a child is removed when finished, result or failure in parent
            -- must not be deleted, those value references should be deleted when the parent
            -- is deleted
            removeParentDependencyKey(jobIdKey, false, parentKey, jobAttributes[3])
        end
    end
    rcall("XADD", eventStreamKey, "*", "event", ARGV[5], "jobId", jobId, ARGV[3], ARGV[4], "prev", "active")
    if ARGV[5] == "failed" then
        if tonumber(attemptsMade) >= tonumber(attempts) then
            rcall("XADD", eventStreamKey, "*", "event", "retries-exhausted", "jobId", jobId, "attemptsMade",
                attemptsMade)
        end
    end
    -- Collect metrics
    if maxMetricsSize ~= "" then
        collectMetrics(KEYS[13], KEYS[13] .. ':data', maxMetricsSize, timestamp)
    end
    -- Try to get next job to avoid an extra roundtrip if the queue is not closing,
    -- and not rate limited.
    if (ARGV[6] == "1") then
        local result = fetchNextJob(KEYS[1], KEYS[2], KEYS[3], eventStreamKey,
            KEYS[6], KEYS[7], metaKey, KEYS[10], KEYS[14], prefix,
            timestamp, opts)
        if result then
            return result
        end
    end
    local waitLen = rcall("LLEN", KEYS[1])
    if waitLen == 0 then
        local activeLen = rcall("LLEN", KEYS[2])
        if activeLen == 0 then
            local prioritizedLen = rcall("ZCARD", KEYS[3])
            if prioritizedLen == 0 then
                rcall("XADD", eventStreamKey, "*", "event", "drained")
            end
        end
    end
    return 0
else
    return -1
end
`,keys:14},Fi={name:`moveToWaitingChildren`,content:`--[[
  Moves job from active to waiting children set.
  Input:
    KEYS[1] active key
    KEYS[2] wait-children key
    KEYS[3] job key
    KEYS[4] job dependencies key
    KEYS[5] job unsuccessful key
    KEYS[6] stalled key
    KEYS[7] events key
    ARGV[1] token
    ARGV[2] child key
    ARGV[3] timestamp
    ARGV[4] jobId
    ARGV[5] prefix
  Output:
    0 - OK
    1 - There are not pending dependencies.
   -1 - Missing job.
   -2 - Missing lock
   -3 - Job not in active set
   -9 - Job has failed children
]]
local rcall = redis.call
local activeKey = KEYS[1]
local waitingChildrenKey = KEYS[2]
local jobKey = KEYS[3]
local jobDependenciesKey = KEYS[4]
local jobUnsuccessfulKey = KEYS[5]
local stalledKey = KEYS[6]
local eventStreamKey = KEYS[7]
local token = ARGV[1]
local timestamp = ARGV[3]
local jobId = ARGV[4]
--- Includes
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
local function removeJobFromActive(activeKey, stalledKey, jobKey, jobId,
    token)
  local errorCode = removeLock(jobKey, stalledKey, token, jobId)
  if errorCode < 0 then
    return errorCode
  end
  local numRemovedElements = rcall("LREM", activeKey, -1, jobId)
  if numRemovedElements < 1 then
    return -3
  end
  return 0
end
local function moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
    jobKey, jobId, timestamp, token)
  local errorCode = removeJobFromActive(activeKey, stalledKey, jobKey, jobId, token)
  if errorCode < 0 then
    return errorCode
  end
  local score = tonumber(timestamp)
  rcall("ZADD", waitingChildrenKey, score, jobId)
  rcall("XADD", eventStreamKey, "*", "event", "waiting-children", "jobId", jobId, 'prev', 'active')
  return 0
end
if rcall("EXISTS", jobKey) == 1 then
  if rcall("ZCARD", jobUnsuccessfulKey) ~= 0 then
    return -9
  else
    if ARGV[2] ~= "" then
      if rcall("SISMEMBER", jobDependenciesKey, ARGV[2]) ~= 0 then
        return moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
          jobKey, jobId, timestamp, token)
      end
      return 1
    else
      if rcall("SCARD", jobDependenciesKey) ~= 0 then 
        return moveToWaitingChildren(activeKey, waitingChildrenKey, stalledKey, eventStreamKey,
          jobKey, jobId, timestamp, token)
      end
      return 1
    end    
  end
end
return -1
`,keys:7},Ii={name:`obliterate`,content:`--[[
  Completely obliterates a queue and all of its contents
  This command completely destroys a queue including all of its jobs, current or past 
  leaving no trace of its existence. Since this script needs to iterate to find all the job
  keys, consider that this call may be slow for very large queues.
  The queue needs to be "paused" or it will return an error
  If the queue has currently active jobs then the script by default will return error,
  however this behaviour can be overridden using the 'force' option.
  Input:
    KEYS[1] meta
    KEYS[2] base
    ARGV[1] count
    ARGV[2] force
]]
local maxCount = tonumber(ARGV[1])
local baseKey = KEYS[2]
local rcall = redis.call
-- Includes
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to remove job.
]]
-- Includes
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local function removeJob(jobId, hard, baseKey, shouldRemoveDeduplicationKey)
  local jobKey = baseKey .. jobId
  removeParentDependencyKey(jobKey, hard, nil, baseKey)
  if shouldRemoveDeduplicationKey then
    local deduplicationId = rcall("HGET", jobKey, "deid")
    removeDeduplicationKeyIfNeededOnRemoval(baseKey, jobId, deduplicationId)
  end
  removeJobKeys(jobKey)
end
local function removeJobs(keys, hard, baseKey, max)
  for i, key in ipairs(keys) do
    removeJob(key, hard, baseKey, true --[[remove debounce key]])
  end
  return max - #keys
end
--[[
  Functions to remove jobs.
]]
-- Includes
--[[
  Function to filter out jobs to ignore from a table.
]]
local function filterOutJobsToIgnore(jobs, jobsToIgnore)
  local filteredJobs = {}
  for i = 1, #jobs do
    if not jobsToIgnore[jobs[i]] then
      table.insert(filteredJobs, jobs[i])
    end
  end
  return filteredJobs
end
local function getListItems(keyName, max)
  return rcall('LRANGE', keyName, 0, max - 1)
end
local function removeListJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getListItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  rcall("LTRIM", keyName, #jobs, -1)
  return count
end
-- Includes
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
--[[
  Function to get ZSet items.
]]
local function getZSetItems(keyName, max)
  return rcall('ZRANGE', keyName, 0, max - 1)
end
local function removeZSetJobs(keyName, hard, baseKey, max, jobsToIgnore)
  local jobs = getZSetItems(keyName, max)
  if jobsToIgnore then
    jobs = filterOutJobsToIgnore(jobs, jobsToIgnore)
  end
  local count = removeJobs(jobs, hard, baseKey, max)
  if(#jobs > 0) then
    for from, to in batches(#jobs, 7000) do
      rcall("ZREM", keyName, unpack(jobs, from, to))
    end
  end
  return count
end
local function removeLockKeys(keys)
  for i, key in ipairs(keys) do
    rcall("DEL", baseKey .. key .. ':lock')
  end
end
-- 1) Check if paused, if not return with error.
if rcall("HEXISTS", KEYS[1], "paused") ~= 1 then
  return -1 -- Error, NotPaused
end
-- 2) Check if there are active jobs, if there are and not "force" return error.
local activeKey = baseKey .. 'active'
local activeJobs = getListItems(activeKey, maxCount)
if (#activeJobs > 0) then
  if(ARGV[2] == "") then 
    return -2 -- Error, ExistActiveJobs
  end
end
removeLockKeys(activeJobs)
maxCount = removeJobs(activeJobs, true, baseKey, maxCount)
rcall("LTRIM", activeKey, #activeJobs, -1)
if(maxCount <= 0) then
  return 1
end
local delayedKey = baseKey .. 'delayed'
maxCount = removeZSetJobs(delayedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local repeatKey = baseKey .. 'repeat'
local repeatJobsIds = getZSetItems(repeatKey, maxCount)
for i, key in ipairs(repeatJobsIds) do
  local jobKey = repeatKey .. ":" .. key
  rcall("DEL", jobKey)
end
if(#repeatJobsIds > 0) then
  for from, to in batches(#repeatJobsIds, 7000) do
    rcall("ZREM", repeatKey, unpack(repeatJobsIds, from, to))
  end
end
maxCount = maxCount - #repeatJobsIds
if(maxCount <= 0) then
  return 1
end
local completedKey = baseKey .. 'completed'
maxCount = removeZSetJobs(completedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local waitKey = baseKey .. 'wait'
maxCount = removeListJobs(waitKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
-- Backwards compatibility: older versions used a separate "paused" list.
local pausedKey = baseKey .. 'paused'
maxCount = removeListJobs(pausedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local prioritizedKey = baseKey .. 'prioritized'
maxCount = removeZSetJobs(prioritizedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
local failedKey = baseKey .. 'failed'
maxCount = removeZSetJobs(failedKey, true, baseKey, maxCount)
if(maxCount <= 0) then
  return 1
end
if(maxCount > 0) then
  rcall("DEL",
    baseKey .. 'events',
    baseKey .. 'delay',
    baseKey .. 'stalled-check',
    baseKey .. 'stalled',
    baseKey .. 'id',
    baseKey .. 'pc',
    baseKey .. 'marker',
    baseKey .. 'meta',
    baseKey .. 'metrics:completed',
    baseKey .. 'metrics:completed:data',
    baseKey .. 'metrics:failed',
    baseKey .. 'metrics:failed:data')
  return 0
else
  return 1
end
`,keys:2},Li={name:`paginate`,content:`--[[
    Paginate a set or hash
    Input:
      KEYS[1] key pointing to the set or hash to be paginated.
      ARGV[1]  page start offset
      ARGV[2]  page end offset (-1 for all the elements)
      ARGV[3]  cursor
      ARGV[4]  offset
      ARGV[5]  max iterations
      ARGV[6]  fetch jobs?
    Output:
      [cursor, offset, items, numItems]
]]
local rcall = redis.call
-- Includes
--[[
  Function to achieve pagination for a set or hash.
  This function simulates pagination in the most efficient way possible
  for a set using sscan or hscan.
  The main limitation is that sets are not order preserving, so the
  pagination is not stable. This means that if the set is modified
  between pages, the same element may appear in different pages.
]] -- Maximum number of elements to be returned by sscan per iteration.
local maxCount = 100
-- Finds the cursor, and returns the first elements available for the requested page.
local function findPage(key, command, pageStart, pageSize, cursor, offset,
                        maxIterations, fetchJobs)
    local items = {}
    local jobs = {}
    local iterations = 0
    repeat
        -- Iterate over the set using sscan/hscan.
        local result = rcall(command, key, cursor, "COUNT", maxCount)
        cursor = result[1]
        local members = result[2]
        local step = 1
        if command == "HSCAN" then
            step = 2
        end
        if #members == 0 then
            -- If the result is empty, we can return the result.
            return cursor, offset, items, jobs
        end
        local chunkStart = offset
        local chunkEnd = offset + #members / step
        local pageEnd = pageStart + pageSize
        if chunkEnd < pageStart then
            -- If the chunk is before the page, we can skip it.
            offset = chunkEnd
        elseif chunkStart > pageEnd then
            -- If the chunk is after the page, we can return the result.
            return cursor, offset, items, jobs
        else
            -- If the chunk is overlapping the page, we need to add the elements to the result.
            for i = 1, #members, step do
                if offset >= pageEnd then
                    return cursor, offset, items, jobs
                end
                if offset >= pageStart then
                    local index = #items + 1
                    if fetchJobs ~= nil then
                        jobs[#jobs+1] = rcall("HGETALL", members[i])
                    end
                    if step == 2 then
                        items[index] = {members[i], members[i + 1]}
                    else
                        items[index] = members[i]
                    end
                end
                offset = offset + 1
            end
        end
        iterations = iterations + 1
    until cursor == "0" or iterations >= maxIterations
    return cursor, offset, items, jobs
end
local key = KEYS[1]
local scanCommand = "SSCAN"
local countCommand = "SCARD"
local type = rcall("TYPE", key)["ok"]
if type == "none" then
    return {0, 0, {}, 0}
elseif type == "hash" then
    scanCommand = "HSCAN"
    countCommand = "HLEN"
elseif type ~= "set" then
    return
        redis.error_reply("Pagination is only supported for sets and hashes.")
end
local numItems = rcall(countCommand, key)
local startOffset = tonumber(ARGV[1])
local endOffset = tonumber(ARGV[2])
if endOffset == -1 then 
  endOffset = numItems
end
local pageSize = (endOffset - startOffset) + 1
local cursor, offset, items, jobs = findPage(key, scanCommand, startOffset,
                                       pageSize, ARGV[3], tonumber(ARGV[4]),
                                       tonumber(ARGV[5]), ARGV[6])
return {cursor, offset, items, numItems, jobs}
`,keys:1},Ri={name:`pause`,content:`--[[
  Pauses or resumes a queue globally.
  Input:
    KEYS[1] 'wait' or 'paused'
    KEYS[2] 'paused' or 'wait'
    KEYS[3] 'meta'
    KEYS[4] 'prioritized'
    KEYS[5] events stream key
    KEYS[6] 'delayed'
    KEYS[7] 'marker'
    ARGV[1] 'paused' or 'resumed'
    ARGV[2] '1' to emit event, '0' to skip it
  Event:
    publish paused or resumed event.
]]
local rcall = redis.call
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Get count jobs in wait or prioritized.
]]
local function getWaitPlusPrioritizedCount(waitKey, prioritizedKey)
  local waitCount = rcall("LLEN", waitKey)
  local prioritizedCount = rcall("ZCARD", prioritizedKey)
  return waitCount + prioritizedCount
end
local markerKey = KEYS[7]
local emitEvent = ARGV[2] ~= "0"
local legacyPausedRemaining = 0
if ARGV[1] == "paused" then
    rcall("HSET", KEYS[3], "paused", 1)
    rcall("DEL", markerKey)
else
    rcall("HDEL", KEYS[3], "paused")
    --jobs in paused key
    local hasJobs = rcall("EXISTS", KEYS[1]) == 1
    if hasJobs then
        if rcall("EXISTS", KEYS[2]) == 0 then
            rcall("RENAME", KEYS[1], KEYS[2])
        else
            --move a maximum of 7000 jobs per resume call in order to not block
            --using LRANGE 0..6999 so each RPUSH argument list stays bounded
            --if users have more jobs in paused state, call resume multiple times
            local jobs = rcall('LRANGE', KEYS[1], 0, 6999)
            rcall("RPUSH", KEYS[2], unpack(jobs))
            rcall("LTRIM", KEYS[1], #jobs, -1)
            legacyPausedRemaining = rcall("LLEN", KEYS[1])
        end
    end
    if getWaitPlusPrioritizedCount(KEYS[2], KEYS[4]) > 0 then
        -- Add marker if there are waiting or priority jobs
        rcall("ZADD", markerKey, 0, "0")
    else
        addDelayMarkerIfNeeded(markerKey, KEYS[6])
    end
end
if emitEvent then
    rcall("XADD", KEYS[5], "*", "event", ARGV[1]);
end
return legacyPausedRemaining
`,keys:7},zi={name:`promote`,content:`--[[
  Promotes a job that is currently "delayed" to the "waiting" state
    Input:
      KEYS[1] 'delayed'
      KEYS[2] 'wait'
      KEYS[3] 'paused'
      KEYS[4] 'meta'
      KEYS[5] 'prioritized'
      KEYS[6] 'active'
      KEYS[7] 'pc' priority counter
      KEYS[8] 'event stream'
      KEYS[9] 'marker'
      ARGV[1]  queue.toKey('')
      ARGV[2]  jobId
    Output:
       0 - OK
      -3 - Job not in delayed zset.
    Events:
      'waiting'
]]
local rcall = redis.call
local jobId = ARGV[2]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
if rcall("ZREM", KEYS[1], jobId) == 1 then
    local jobKey = ARGV[1] .. jobId
    local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
    local metaKey = KEYS[4]
    local markerKey = KEYS[9]
    -- Remove delayed "marker" from the wait list if there is any.
    -- Since we are adding a job we do not need the marker anymore.
    -- Markers in waitlist DEPRECATED in v5: Remove in v6.
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, KEYS[6])
    local marker = rcall("LINDEX", KEYS[2], 0)
    if marker and string.sub(marker, 1, 2) == "0:" then rcall("LPOP", KEYS[2]) end
    if priority == 0 then
        -- LIFO or FIFO
        addJobInTargetList(KEYS[2], markerKey, "LPUSH", isPausedOrMaxed, jobId)
    else
        addJobWithPriority(markerKey, KEYS[5], priority, jobId, KEYS[7], isPausedOrMaxed)
    end
    rcall("XADD", KEYS[8], "*", "event", "waiting", "jobId", jobId, "prev",
          "delayed");
    rcall("HSET", jobKey, "delay", 0)
    return 0
else
    return -3
end
`,keys:9},Bi={name:`relayAckInbox`,content:`--[[
  Records the last inbox position acknowledged by the reader.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry)
]]
local rcall = redis.call
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "cursor", ARGV[3])
end
return 1
`,keys:1},Vi={name:`relayDeleteRetained`,content:`--[[
  Deletes the retained message of a topic.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] topic
  Output:
    1 - Deleted.
    0 - The topic had no retained message.
   -1 - Invalid topic.
]]
local rcall = redis.call
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
local baseKey = ARGV[1]
local topic = ARGV[2]
if not parseRelayTopic(topic, false) then
  return -1
end
local now = getRelayTime()
local indexKey = baseKey .. ":retained"
rcall("ZREM", indexKey, topic)
rcall("ZREMRANGEBYSCORE", indexKey, "-inf", now)
-- The deleted topic may have been the longest lived: the index and the
-- namespace now expire with the remaining retained messages.
local indexUntil = getRelayLastScore(indexKey)
if indexUntil > 0 then
  rcall("PEXPIREAT", indexKey, indexUntil)
end
local deleted = rcall("DEL", baseKey .. ":" .. topic .. ":ret")
refreshRelayNamespace(baseKey, KEYS[1], now)
return deleted
`,keys:1},Hi={name:`relayGet`,content:`--[[
  Read-only views of a relay namespace, for dashboards. Lists are paginated
  like the queue getters: "start" and "end" are inclusive positions, and an
  "end" of -1 means "to the end".
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] view: counts | used | nodes | subscriptions | patterns | retained
    ARGV[3] start
    ARGV[4] end
    ARGV[5] subscriptions filter: "" (all) | node | pattern
    ARGV[6] filter value (node id or pattern)
  Output (one array per item):
    counts         { nodes, subscriptions, patterns, retained }
    used           1 if the namespace has a live node or retained message,
                   else 0 (a single value, not an array)
    nodes          { id, registered at, lease until, info, last heartbeat,
                     backlog, dropped, subscriptions } (ordered by registration;
                     an expired node not swept yet has an empty info)
    subscriptions  { node id, endpoint id, pattern }
    patterns       { pattern, subscriptions }
    retained       { topic, expires at, mid, ts, data } (ordered by expiry)
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local baseKey = ARGV[1]
local view = ARGV[2]
local first = tonumber(ARGV[3])
local last = tonumber(ARGV[4])
local subsKey = baseKey .. ":subs"
local retainedKey = baseKey .. ":retained"
-- LIMIT arguments for the inclusive [first, last] window.
local function window()
  if last < 0 then
    return first, -1
  end
  return first, math.max(0, last - first + 1)
end
local function lexPage(prefix)
  local offset, count = window()
  if count == 0 then
    return {}
  end
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", subsKey, min, max, "LIMIT", offset, count)
  for i = 1, #members do
    members[i] = string.sub(members[i], #prefix + 1)
  end
  return members
end
local function lexCount(prefix)
  local min, max = relayRange(prefix)
  return rcall("ZLEXCOUNT", subsKey, min, max)
end
if view == "counts" then
  return { rcall("ZCARD", KEYS[1]), lexCount("n|"), lexCount("t|"),
    rcall("ZCOUNT", retainedKey, getRelayTime() + 1, "+inf") }
end
if view == "used" then
  local after = getRelayTime() + 1
  if rcall("ZCOUNT", KEYS[1], after, "+inf") > 0 or
    rcall("ZCOUNT", retainedKey, after, "+inf") > 0 then
    return 1
  end
  return 0
end
local rows = {}
if view == "nodes" then
  local nodes = rcall("ZRANGE", baseKey .. ":started", first, last, "WITHSCORES")
  for i = 1, #nodes, 2 do
    local nodeId = nodes[i]
    local record = rcall("HMGET", baseKey .. ":" .. nodeId .. ":node",
      "info", "hb", "backlog", "dropped")
    rows[#rows + 1] = { nodeId, nodes[i + 1],
      rcall("ZSCORE", KEYS[1], nodeId) or "", record[1] or "", record[2] or "",
      record[3] or "0", record[4] or "0", lexCount("n|" .. nodeId .. "|") }
  end
elseif view == "subscriptions" then
  local filter = ARGV[5]
  local value = ARGV[6]
  if filter == "node" then
    local members = lexPage("n|" .. value .. "|")
    for i = 1, #members do
      local endpointId, pattern = splitRelayEndpointPattern(members[i])
      rows[#rows + 1] = { value, endpointId, pattern }
    end
  elseif filter == "pattern" then
    local members = lexPage("p|" .. value .. "|")
    for i = 1, #members do
      local nodeId, endpointId = splitRelayEndpointPattern(members[i])
      rows[#rows + 1] = { nodeId, endpointId, value }
    end
  else
    local members = lexPage("n|")
    for i = 1, #members do
      local nodeId, rest = splitRelayEndpointPattern(members[i])
      local endpointId, pattern = splitRelayEndpointPattern(rest)
      rows[#rows + 1] = { nodeId, endpointId, pattern }
    end
  end
elseif view == "patterns" then
  local patterns = lexPage("t|")
  for i = 1, #patterns do
    rows[#rows + 1] = { patterns[i], lexCount("p|" .. patterns[i] .. "|") }
  end
elseif view == "retained" then
  local offset, count = window()
  if count ~= 0 then
    local topics = rcall("ZRANGEBYSCORE", retainedKey, getRelayTime() + 1,
      "+inf", "WITHSCORES", "LIMIT", offset, count)
    for i = 1, #topics, 2 do
      local value = rcall("HMGET", baseKey .. ":" .. topics[i] .. ":ret", "m", "ts", "d")
      if value[1] then
        rows[#rows + 1] = { topics[i], topics[i + 1], value[1], value[2], value[3] }
      end
    end
  end
end
return rows
`,keys:1},Ui={name:`relayGetNamespaces`,content:`--[[
  Returns the relay namespaces of a prefix that may be in use (with live
  nodes or retained messages), sorted by name. Nodes can leave and retained
  messages be deleted before their registry entry expires, so callers check
  each one (relayGet "used" view).
  Input:
    KEYS[1] registry key ({prefix}::relay:namespaces)
]]
local rcall = redis.call
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local namespaces = rcall("ZRANGEBYSCORE", KEYS[1], getRelayTime() + 1, "+inf")
table.sort(namespaces)
return namespaces
`,keys:1},Wi={name:`relayHeartbeat`,content:`--[[
  Renews a relay node's liveness lease (and the expiry of its namespace).
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] lease duration (ms)
  Output:
    1 - Lease renewed.
    0 - The node is not registered or its lease expired (even if not swept):
        the caller must register again and restore its subscriptions.
]]
local rcall = redis.call
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local leaseMs = tonumber(ARGV[3])
local nodeKey = baseKey .. ":" .. nodeId .. ":node"
if not rcall("ZSCORE", KEYS[1], nodeId) or rcall("EXISTS", nodeKey) == 0 then
  return 0
end
local now = getRelayTime()
rcall("ZADD", KEYS[1], now + leaseMs, nodeId)
rcall("HSET", nodeKey, "hb", now)
rcall("PEXPIRE", nodeKey, leaseMs)
rcall("PEXPIRE", baseKey .. ":" .. nodeId .. ":inbox", leaseMs)
refreshRelayNamespace(baseKey, KEYS[1], now)
return 1
`,keys:1},Gi={name:`relayPublish`,content:`--[[
  Publishes a message on a topic.
  Finds every subscription whose pattern matches the topic and appends one
  entry to the inbox of each live node involved, listing that node's matching
  endpoints. Each endpoint gets the message once, even if several of its
  patterns match.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] topic
    ARGV[3] data (serialized by the caller)
    ARGV[4] timestamp (ms)
    ARGV[5] retain (ms, 0 = do not retain)
    ARGV[6] max data size (bytes)
    ARGV[7] max inbox length (approximate)
  Output:
    { mid, nodes, endpoints }
   -1 - Invalid topic.
   -4 - Data too large.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local topic = ARGV[2]
local data = ARGV[3]
local timestamp = ARGV[4]
local retainMs = tonumber(ARGV[5])
local subsKey = baseKey .. ":subs"
local topicSegments = parseRelayTopic(topic, false)
if not topicSegments then
  return -1
end
if #data > tonumber(ARGV[6]) then
  return -4
end
local midKey = baseKey .. ":mid"
local mid
if rcall("EXISTS", midKey) == 1 then
  mid = rcall("INCR", midKey)
else
  -- A new counter starts at the server time in microseconds, so ids stay
  -- unique and increasing after an earlier counter expired, and expires with
  -- the namespace (see refreshRelayNamespace).
  local time = rcall("TIME")
  mid = rcall("INCRBY", midKey, time[1] .. string.format("%06d", time[2]))
  rcall("PEXPIRE", midKey, math.max(1, rcall("PTTL", KEYS[1])))
end
if retainMs > 0 then
  local now = getRelayTime()
  local retainedKey = baseKey .. ":" .. topic .. ":ret"
  rcall("HSET", retainedKey, "m", mid, "ts", timestamp, "d", data)
  rcall("PEXPIRE", retainedKey, retainMs)
  local indexKey = baseKey .. ":retained"
  rcall("ZADD", indexKey, now + retainMs, topic)
  rcall("ZREMRANGEBYSCORE", indexKey, "-inf", now)
  rcall("PEXPIREAT", indexKey, getRelayLastScore(indexKey))
  refreshRelayNamespace(baseKey, KEYS[1], now)
end
-- node id -> { list of endpoint ids, set of endpoint ids }
local targets = {}
local nodeOrder = {}
local function addSubscribers(pattern)
  local prefix = "p|" .. pattern .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", subsKey, min, max)
  for j = 1, #members do
    local nodeId, endpointId =
      splitRelayEndpointPattern(string.sub(members[j], #prefix + 1))
    local target = targets[nodeId]
    if not target then
      target = { list = {}, seen = {} }
      targets[nodeId] = target
      nodeOrder[#nodeOrder + 1] = nodeId
    end
    if not target.seen[endpointId] then
      target.seen[endpointId] = true
      target.list[#target.list + 1] = endpointId
    end
  end
end
-- Wildcard patterns indexed under a root are matched one by one.
local function addMatchingWildcards(root)
  local prefix = "w|" .. root .. "|"
  local min, max = relayRange(prefix)
  local patterns = rcall("ZRANGEBYLEX", subsKey, min, max)
  for i = 1, #patterns do
    local pattern = string.sub(patterns[i], #prefix + 1)
    local patternSegments = parseRelayTopic(pattern, true)
    if patternSegments and matchRelayTopic(patternSegments, topicSegments) then
      addSubscribers(pattern)
    end
  end
end
-- Exact subscriptions: a direct lookup, whatever their number.
addSubscribers(topic)
addMatchingWildcards(topicSegments[1])
addMatchingWildcards("*")
local nodeCount = 0
local endpointCount = 0
local maxLen = tonumber(ARGV[7])
for i = 1, #nodeOrder do
  local nodeId = nodeOrder[i]
  -- The inbox lives exactly as long as its node's record.
  local ttl = rcall("PTTL", baseKey .. ":" .. nodeId .. ":node")
  if ttl > 0 then
    local inboxKey = baseKey .. ":" .. nodeId .. ":inbox"
    local nodeKey = baseKey .. ":" .. nodeId .. ":node"
    local endpoints = targets[nodeId].list
    local nodeMaxLen = tonumber(rcall("HGET", nodeKey, "maxLen")) or maxLen
    local overflow = rcall("XLEN", inboxKey) + 1 - nodeMaxLen
    if overflow > 0 then
      local cursor = rcall("HGET", nodeKey, "inFlight") or
        rcall("HGET", nodeKey, "cursor") or "0-0"
      local consumed = 0
      if cursor ~= "0-0" and cursor ~= "0" then
        consumed = #rcall("XRANGE", inboxKey, "-", cursor, "COUNT", overflow)
      end
      local dropped = rcall("XTRIM", inboxKey, "MAXLEN", nodeMaxLen - 1)
      local unreadDropped = dropped - consumed
      if unreadDropped > 0 then
        rcall("HINCRBY", nodeKey, "dropped", unreadDropped)
      end
    end
    rcall("XADD", inboxKey, "*",
      "k", "msg", "t", topic, "m", mid, "ts", timestamp, "d", data,
      "e", table.concat(endpoints, ","))
    rcall("PEXPIRE", inboxKey, ttl)
    nodeCount = nodeCount + 1
    endpointCount = endpointCount + #endpoints
  end
end
return { mid, nodeCount, endpointCount }
`,keys:1},Ki={name:`relayReadInbox`,content:`--[[
  Reads a batch and atomically marks its entries as in flight so publish-time
  trimming does not count them as dropped before the reader dispatches them.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry)
    ARGV[4] count
  Output:
    XREAD result, or nil if there are no entries or the lease expired.
]]
local rcall = redis.call
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
local inboxKey = ARGV[1] .. ":" .. ARGV[2] .. ":inbox"
if rcall("EXISTS", nodeKey) == 0 then
  return nil
end
local result = rcall("XREAD", "COUNT", ARGV[4], "STREAMS", inboxKey, ARGV[3])
local inFlight = ARGV[3]
if result then
  local entries = result[1][2]
  inFlight = entries[#entries][1]
end
rcall("HSET", nodeKey, "cursor", ARGV[3], "inFlight", inFlight)
return result
`,keys:1},qi={name:`relayRegisterNode`,content:`--[[
  Registers (or refreshes) a relay node, its liveness lease and its info.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] lease duration (ms)
    ARGV[4] node info (JSON, opaque to the script)
    ARGV[5] layout version of the caller
    ARGV[6] max inbox length
  Output:
    1 - Registered.
    0 - Old subscriptions still being pruned; retry before registering.
   -5 - Invalid id.
   -6 - The namespace uses a different data layout version.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local leaseMs = tonumber(ARGV[3])
local nodeKey = baseKey .. ":" .. nodeId .. ":node"
if not isValidRelayId(nodeId) then
  return -5
end
local layout = rcall("HGET", baseKey .. ":layout", "layout")
if layout and layout ~= ARGV[5] then
  return -6
end
local now = getRelayTime()
-- Never reactivate stale routes, including when recovering before a sweep.
-- Each retry releases Redis after at most 100 subscriptions.
if rcall("EXISTS", nodeKey) == 0 then
  removeRelayNode(baseKey, KEYS[1], nodeId, now)
  refreshRelayNamespace(baseKey, KEYS[1], now)
  pruneRelayNode(baseKey, nodeId, 100)
  if rcall("ZSCORE", baseKey .. ":cleanup", nodeId) then
    return 0
  end
end
rcall("HSET", baseKey .. ":layout", "layout", ARGV[5])
rcall("ZADD", KEYS[1], now + leaseMs, nodeId)
rcall("ZADD", baseKey .. ":started", "NX", now, nodeId)
rcall("HSET", nodeKey, "info", ARGV[4], "hb", now)
rcall("HSET", nodeKey, "maxLen", tonumber(ARGV[6]) or 10000)
rcall("PEXPIRE", nodeKey, leaseMs)
rcall("PEXPIRE", baseKey .. ":" .. nodeId .. ":inbox", leaseMs)
refreshRelayNamespace(baseKey, KEYS[1], now)
return 1
`,keys:1},Ji={name:`relayRemoveEndpoint`,content:`--[[
  Removes every subscription of a relay endpoint.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] endpoint id
  Output:
    Number of removed subscriptions.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
return removeRelayEndpoint(ARGV[1], ARGV[2], ARGV[3])
`,keys:1},Yi={name:`relaySubscribe`,content:`--[[
  Subscribes a relay endpoint to a topic pattern. For an exact topic (no
  wildcards) the retained message, if any, is returned atomically with the
  subscription, so no message can fall between the two.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] endpoint id
    ARGV[4] pattern
  Output:
    { added (1|0), retained mid, retained ts, retained data }
      (the retained fields are "" when there is no retained message)
   -2 - Invalid pattern.
   -3 - Node not registered.
   -5 - Invalid id.
]]
local rcall = redis.call
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
local baseKey = ARGV[1]
local nodeId = ARGV[2]
local endpointId = ARGV[3]
local pattern = ARGV[4]
if not isValidRelayId(nodeId) or not isValidRelayId(endpointId) then
  return -5
end
local segments = parseRelayTopic(pattern, true)
if not segments then
  return -2
end
if not rcall("ZSCORE", KEYS[1], nodeId) or
  rcall("EXISTS", baseKey .. ":" .. nodeId .. ":node") == 0 then
  return -3
end
-- See includes/relayIndex.lua for the views of the subscription index.
local subsKey = baseKey .. ":subs"
local hasWildcards = hasRelayWildcards(segments)
local added = rcall("ZADD", subsKey, 0,
  "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern)
if added == 1 then
  rcall("ZADD", subsKey, 0, "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId,
    0, "t|" .. pattern)
  -- Only wildcard patterns are indexed: publishes find exact topics directly.
  if hasWildcards then
    rcall("ZADD", subsKey, 0, "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
  end
  -- A new index expires with the namespace's routing keys.
  if rcall("PTTL", subsKey) == -1 then
    rcall("PEXPIRE", subsKey, math.max(1, rcall("PTTL", KEYS[1])))
  end
end
if not hasWildcards then
  local retained = rcall("HMGET", baseKey .. ":" .. pattern .. ":ret", "m", "ts", "d")
  if retained[1] then
    return { added, retained[1], retained[2], retained[3] }
  end
end
return { added, "", "", "" }
`,keys:1},Xi={name:`relaySweep`,content:`--[[
  Removes expired relay nodes and expired retained messages, and prunes at
  most 100 subscriptions of removed nodes, including cleanup left by earlier
  calls. Any node may call it periodically.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] max nodes to remove in this call
  Output:
    Array with the ids of the removed nodes.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local baseKey = ARGV[1]
local limit = tonumber(ARGV[2])
local removed = {}
if limit <= 0 then
  return removed
end
local now = getRelayTime()
local nodes = rcall("ZRANGEBYSCORE", KEYS[1], "-inf", now, "LIMIT", 0, limit)
for i = 1, #nodes do
  removeRelayNode(baseKey, KEYS[1], nodes[i], now)
  removed[#removed + 1] = nodes[i]
end
rcall("ZREMRANGEBYSCORE", baseKey .. ":retained", "-inf", now)
refreshRelayNamespace(baseKey, KEYS[1], now)
pruneRelayNodes(baseKey, 100)
return removed
`,keys:1},Zi={name:`relayTouchNamespace`,content:`--[[
  Records that a relay namespace is in use until a given time, in the
  registry of namespaces of a prefix (used by dashboards to find them).
  Entries and the registry itself expire on their own.
  The registry is a separate key (not under the namespace's hash tag), so it
  is updated in its own call.
  Input:
    KEYS[1] registry key ({prefix}::relay:namespaces)
    ARGV[1] namespace
    ARGV[2] in use for (ms)
]]
local rcall = redis.call
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local now = getRelayTime()
rcall("ZADD", KEYS[1], "GT", now + tonumber(ARGV[2]), ARGV[1])
rcall("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
rcall("PEXPIREAT", KEYS[1], getRelayLastScore(KEYS[1]))
`,keys:1},Qi={name:`relayTrimInbox`,content:`--[[
  Removes the consumed entries of a relay node's inbox (up to the reader's
  cursor) and the oldest entries beyond the max length, and returns the number
  of entries left: the messages the node hasn't read yet. The backlog and the
  number of dropped entries are recorded on the node. Entries of a batch the
  reader fetched (in flight) are delivered, so they are not counted as dropped.
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
    ARGV[3] cursor (id of the last consumed entry, "0-0" if none)
    ARGV[4] max length
  Output:
    Number of entries left in the inbox.
]]
local rcall = redis.call
--[[
  Function to loop in batches.
  Just a bit of warning, some commands as ZREM
  could receive a maximum of 7000 parameters per call.
]]
local function batches(n, batchSize)
  local i = 0
  return function()
    local from = i * batchSize + 1
    i = i + 1
    if (from <= n) then
      local to = math.min(from + batchSize - 1, n)
      return from, to
    end
  end
end
local inboxKey = ARGV[1] .. ":" .. ARGV[2] .. ":inbox"
local nodeKey = ARGV[1] .. ":" .. ARGV[2] .. ":node"
local cursor = ARGV[3]
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "cursor", cursor)
end
if cursor ~= "0-0" and cursor ~= "0" then
  -- At most 10000 per call; the next call removes the rest.
  local consumed = rcall("XRANGE", inboxKey, "-", cursor, "COUNT", 10000)
  if #consumed > 0 then
    local ids = {}
    for i = 1, #consumed do
      ids[i] = consumed[i][1]
    end
    for from, to in batches(#ids, 7000) do
      rcall("XDEL", inboxKey, unpack(ids, from, to))
    end
  end
end
local maxLen = tonumber(ARGV[4])
local dropped = 0
local overflow = rcall("XLEN", inboxKey) - maxLen
if overflow > 0 then
  local inFlight = rcall("HGET", nodeKey, "inFlight") or cursor
  local fetched = 0
  if inFlight ~= "0-0" and inFlight ~= "0" then
    fetched = #rcall("XRANGE", inboxKey, "-", inFlight, "COUNT", overflow)
  end
  dropped = rcall("XTRIM", inboxKey, "MAXLEN", maxLen) - fetched
end
local backlog = rcall("XLEN", inboxKey)
-- Only a live node has a record (writing to a missing one would create it
-- without an expiry).
if rcall("EXISTS", nodeKey) == 1 then
  rcall("HSET", nodeKey, "backlog", backlog)
  if dropped > 0 then
    rcall("HINCRBY", nodeKey, "dropped", dropped)
  end
end
return backlog
`,keys:1},$i={name:`relayUnregisterNode`,content:`--[[
  Unregisters a relay node and frees its inbox immediately. Prunes at most
  100 subscriptions; subsequent sweeps finish the cleanup (or the namespace
  expires, if it was the last node).
  Input:
    KEYS[1] nodes key ({base}:nodes)
    ARGV[1] base key
    ARGV[2] node id
  Output:
    1 - Removed.
    0 - The node was not registered.
]]
local rcall = redis.call
--[[
  Relay subscription index and node cleanup.
  All subscriptions of a namespace live in one sorted set, {base}:subs, with
  every member at score 0 so members are ordered (and paginated) by value.
  Each subscription is stored under two views, and each subscribed pattern
  under two more:
    n|{node}|{endpoint}|{pattern}   subscriptions of a node or endpoint
    p|{pattern}|{node}|{endpoint}   subscribers of a pattern
    t|{pattern}                     patterns with at least one subscriber
    w|{root}|{pattern}              wildcard patterns by literal root ("*"
                                    for patterns starting with a wildcard)
  "|" can't appear in ids or patterns, so a prefix range selects one view.
]]
--[[
  Relay topic grammar, shared by every relay script.
  Topics are dot-separated keypaths, e.g. "queues.emails.jobs.42.progress".
    - Segments match [A-Za-z0-9_:%-]+ (other characters must be
      percent-encoded by the caller).
    - Max 512 characters and 16 segments.
  Patterns may also contain wildcards:
    - "*" matches exactly one segment.
    - ">" matches one or more trailing segments (last segment only).
  Node and endpoint ids match [A-Za-z0-9_-]{1,64}.
]]
local function splitRelayTopic(value)
  local segments = {}
  local start = 1
  while true do
    local dot = string.find(value, ".", start, true)
    if not dot then
      segments[#segments + 1] = string.sub(value, start)
      return segments
    end
    segments[#segments + 1] = string.sub(value, start, dot - 1)
    start = dot + 1
  end
end
-- Returns the segments of a valid topic (or pattern), or nil if invalid.
local function parseRelayTopic(value, allowWildcards)
  if type(value) ~= "string" or #value == 0 or #value > 512 then
    return nil
  end
  local segments = splitRelayTopic(value)
  local count = #segments
  if count > 16 then
    return nil
  end
  for i = 1, count do
    local segment = segments[i]
    if allowWildcards and segment == "*" then
      -- valid
    elseif allowWildcards and segment == ">" then
      if i ~= count then
        return nil
      end
    elseif not string.match(segment, "^[%w_:%%%-]+$") then
      return nil
    end
  end
  return segments
end
local function matchRelayTopic(patternSegments, topicSegments)
  local topicCount = #topicSegments
  for i = 1, #patternSegments do
    local segment = patternSegments[i]
    if segment == ">" then
      return topicCount >= i
    end
    if i > topicCount then
      return false
    end
    if segment ~= "*" and segment ~= topicSegments[i] then
      return false
    end
  end
  return #patternSegments == topicCount
end
-- Index bucket of a pattern: its literal root, or "*" for wildcard roots.
local function getRelayPatternRoot(patternSegments)
  local root = patternSegments[1]
  if root == "*" or root == ">" then
    return "*"
  end
  return root
end
local function hasRelayWildcards(segments)
  for i = 1, #segments do
    if segments[i] == "*" or segments[i] == ">" then
      return true
    end
  end
  return false
end
local function isValidRelayId(id)
  return type(id) == "string" and #id > 0 and #id <= 64 and
    string.match(id, "^[%w_%-]+$") ~= nil
end
-- Lexicographic range (for ZRANGEBYLEX/ZLEXCOUNT) of the members starting
-- with "prefix".
local relayRangeEnd = string.char(255)
local function relayRange(prefix)
  return "[" .. prefix, "[" .. prefix .. relayRangeEnd
end
local function relayHasMember(key, prefix)
  local min, max = relayRange(prefix)
  return #rcall("ZRANGEBYLEX", key, min, max, "LIMIT", 0, 1) > 0
end
--[[
  Removes one subscription, and the pattern's views once it has no
  subscribers left.
  Returns 1 if the subscription existed, 0 otherwise.
]]
local function removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  local subsKey = baseKey .. ":subs"
  local removed = rcall("ZREM", subsKey,
    "n|" .. nodeId .. "|" .. endpointId .. "|" .. pattern,
    "p|" .. pattern .. "|" .. nodeId .. "|" .. endpointId)
  if not relayHasMember(subsKey, "p|" .. pattern .. "|") then
    rcall("ZREM", subsKey, "t|" .. pattern)
    local segments = parseRelayTopic(pattern, true)
    if segments and hasRelayWildcards(segments) then
      rcall("ZREM", subsKey,
        "w|" .. getRelayPatternRoot(segments) .. "|" .. pattern)
    end
  end
  return removed > 0 and 1 or 0
end
-- Splits a "{endpoint}|{pattern}" suffix of an n| member.
local function splitRelayEndpointPattern(value)
  local bar = string.find(value, "|", 1, true)
  return string.sub(value, 1, bar - 1), string.sub(value, bar + 1)
end
-- Returns the number of removed subscriptions.
local function removeRelayEndpoint(baseKey, nodeId, endpointId)
  local prefix = "n|" .. nodeId .. "|" .. endpointId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max)
  for i = 1, #members do
    removeRelaySubscription(baseKey, nodeId, endpointId,
      string.sub(members[i], #prefix + 1))
  end
  return #members
end
--[[
  Makes a node unroutable immediately: its inbox and record are freed, and
  its subscriptions are queued in {base}:cleanup for bounded pruning.
]]
local function removeRelayNode(baseKey, nodesKey, nodeId, now)
  local removed = rcall("ZREM", nodesKey, nodeId)
  rcall("ZREM", baseKey .. ":started", nodeId)
  rcall("UNLINK", baseKey .. ":" .. nodeId .. ":inbox", baseKey .. ":" .. nodeId .. ":node")
  if relayHasMember(baseKey .. ":subs", "n|" .. nodeId .. "|") then
    rcall("ZADD", baseKey .. ":cleanup", now, nodeId)
  end
  return removed
end
-- Prunes up to "budget" subscriptions of a removed node; returns the budget
-- left (always consuming at least 1, so callers make progress).
local function pruneRelayNode(baseKey, nodeId, budget)
  local prefix = "n|" .. nodeId .. "|"
  local min, max = relayRange(prefix)
  local members = rcall("ZRANGEBYLEX", baseKey .. ":subs", min, max,
    "LIMIT", 0, budget)
  for i = 1, #members do
    local endpointId, pattern =
      splitRelayEndpointPattern(string.sub(members[i], #prefix + 1))
    removeRelaySubscription(baseKey, nodeId, endpointId, pattern)
  end
  if #members < budget then
    rcall("ZREM", baseKey .. ":cleanup", nodeId)
  end
  return budget - math.max(1, #members)
end
-- Prunes removed nodes, oldest first, sharing one work budget.
local function pruneRelayNodes(baseKey, budget)
  while budget > 0 do
    local next = rcall("ZRANGE", baseKey .. ":cleanup", 0, 0)
    if #next == 0 then
      return
    end
    budget = pruneRelayNode(baseKey, next[1], budget)
  end
end
--[[
  Keeps every key of a relay namespace expiring on its own, so a namespace
  whose nodes all vanish leaves nothing behind, even if no other node ever
  sweeps it:
    - node records and inboxes expire with their node's lease;
    - routing keys (nodes, started, subs, cleanup) with the longest lease;
    - :mid and :layout with the longest lease or the last retained message,
      whichever ends later;
    - retained messages and their index with their own expiry.
  Called after every change to the node set or to retained messages.
]]
--[[
  Time helpers shared by the relay scripts. Scripts use the server clock, so
  leases and expiries don't depend on the clocks of the nodes.
]]
local function getRelayTime()
  local time = rcall("TIME")
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
-- Highest score of a sorted set (0 if empty): the latest lease or expiry.
local function getRelayLastScore(key)
  local last = rcall("ZRANGE", key, -1, -1, "WITHSCORES")
  return last[2] and tonumber(last[2]) or 0
end
local function refreshRelayNamespace(baseKey, nodesKey, now)
  local nodesUntil = getRelayLastScore(nodesKey)
  local routingKeys = { nodesKey, baseKey .. ":started", baseKey .. ":subs",
    baseKey .. ":cleanup" }
  if nodesUntil > now then
    for i = 1, #routingKeys do
      rcall("PEXPIREAT", routingKeys[i], nodesUntil)
    end
  else
    -- No live node: every subscription left belongs to a dead one.
    rcall("UNLINK", unpack(routingKeys))
  end
  local keepUntil = math.max(nodesUntil,
    getRelayLastScore(baseKey .. ":retained"))
  if keepUntil > now then
    rcall("PEXPIREAT", baseKey .. ":mid", keepUntil)
    rcall("PEXPIREAT", baseKey .. ":layout", keepUntil)
  else
    rcall("UNLINK", baseKey .. ":mid", baseKey .. ":layout")
  end
end
local now = getRelayTime()
local removed = removeRelayNode(ARGV[1], KEYS[1], ARGV[2], now)
refreshRelayNamespace(ARGV[1], KEYS[1], now)
pruneRelayNodes(ARGV[1], 100)
return removed
`,keys:1},ea={name:`releaseLock`,content:`--[[
  Release lock
    Input:
      KEYS[1] 'lock',
      ARGV[1]  token
      ARGV[2]  lock duration in milliseconds
    Output:
      "OK" if lock extended successfully.
]]
local rcall = redis.call
if rcall("GET", KEYS[1]) == ARGV[1] then
  return rcall("DEL", KEYS[1])
else
  return 0
end
`,keys:1},ta={name:`releaseParentIfNoPendingDependencies`,content:`--[[
  Moves a parent out of the waiting-children state if it has no pending
  dependencies left.
  This runs at the end of a flow insert, once every node of the tree has been
  added. During the insert itself a child that already exists and is completed
  only records its processed dependency (see updateExistingJobsParent); the
  parent cannot be released at that point because its remaining children have
  not been added to the dependencies set yet.
  It is a no-op unless the parent still exists and is still scored in its
  queue's waiting-children zset, so it is safe to call for every parent
  touched by a flow.
    Input:
      KEYS[1] parent key
      KEYS[2] parent dependencies key
      ARGV[1] parent queue key
      ARGV[2] parent id
      ARGV[3] timestamp
]]
local rcall = redis.call
if rcall("HGET", KEYS[1], "flowAttachmentFailed") then
    rcall("HDEL", KEYS[1], "flowAttachmentFailed")
    return
end
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized)
  if no pending dependencies.
]]
-- Includes
--[[
  Validate and move parent to a wait status (waiting, delayed or prioritized) if needed.
]]
-- Includes
--[[
  Move parent to a wait status (wait, prioritized or delayed)
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    local parentWaitKey = parentQueueKey .. ":wait"
    local parentActiveKey = parentQueueKey .. ":active"
    local parentMetaKey = parentQueueKey .. ":meta"
    local parentMarkerKey = parentQueueKey .. ":marker"
    local jobAttributes = rcall("HMGET", parentKey, "priority", "delay")
    local priority = tonumber(jobAttributes[1]) or 0
    local delay = tonumber(jobAttributes[2]) or 0
    if delay > 0 then
        local delayedTimestamp = tonumber(timestamp) + delay
        local score = delayedTimestamp * 0x1000
        local parentDelayedKey = parentQueueKey .. ":delayed"
        rcall("ZADD", parentDelayedKey, score, parentId)
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "delayed", "jobId", parentId, "delay",
            delayedTimestamp)
        addDelayMarkerIfNeeded(parentMarkerKey, parentDelayedKey)
    else
        if priority == 0 then
            local isParentPausedOrMaxed =
                isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobInTargetList(parentWaitKey, parentMarkerKey, "RPUSH", isParentPausedOrMaxed, parentId)
        else
            local isPausedOrMaxed = isQueuePausedOrMaxed(parentMetaKey, parentActiveKey)
            addJobWithPriority(parentMarkerKey, parentQueueKey .. ":prioritized", priority, parentId,
                parentQueueKey .. ":pc", isPausedOrMaxed)
        end
        rcall("XADD", parentQueueKey .. ":events", "*", "event", "waiting", "jobId", parentId, "prev",
            "waiting-children")
    end
end
local function moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  if rcall("EXISTS", parentKey) == 1 then
    local parentWaitingChildrenKey = parentQueueKey .. ":waiting-children"
    if rcall("ZSCORE", parentWaitingChildrenKey, parentId) then    
      rcall("ZREM", parentWaitingChildrenKey, parentId)
      moveParentToWait(parentQueueKey, parentKey, parentId, timestamp)
    end
  end
end
local function moveParentToWaitIfNoPendingDependencies(parentQueueKey, parentDependenciesKey, parentKey,
  parentId, timestamp)
  local doNotHavePendingDependencies = rcall("SCARD", parentDependenciesKey) == 0
  if doNotHavePendingDependencies then
    moveParentToWaitIfNeeded(parentQueueKey, parentKey, parentId, timestamp)
  end
end
moveParentToWaitIfNoPendingDependencies(ARGV[1], KEYS[2], KEYS[1], ARGV[2],
                                        ARGV[3])
`,keys:2},na={name:`removeChildDependency`,content:`--[[
  Break parent-child dependency by removing
  child reference from parent
  Input:
    KEYS[1] 'key' prefix,
    ARGV[1] job key
    ARGV[2] parent key
    Output:
       0  - OK
       1  - There is not relationship.
      -1  - Missing job key
      -5  - Missing parent key
]]
local rcall = redis.call
local jobKey = ARGV[1]
local parentKey = ARGV[2]
-- Includes
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
if rcall("EXISTS", jobKey) ~= 1 then return -1 end
if rcall("EXISTS", parentKey) ~= 1 then return -5 end
if removeParentDependencyKey(jobKey, false, parentKey, KEYS[1], nil) then
  rcall("HDEL", jobKey, "parentKey", "parent")
  return 0
else
  return 1
end`,keys:1},ra={name:`removeDeduplicationKey`,content:`--[[
  Remove deduplication key if it matches the job id.
  Input:
    KEYS[1] deduplication key
    ARGV[1] job id
  Output:
    0 - false
    1 - true
]]
local rcall = redis.call
local deduplicationKey = KEYS[1]
local jobId = ARGV[1]
local currentJobId = rcall('GET', deduplicationKey)
if currentJobId and currentJobId == jobId then
  return rcall("DEL", deduplicationKey)
end
return 0
`,keys:1},ia={name:`removeJob`,content:`--[[
    Remove a job from all the statuses it may be in as well as all its data.
    In order to be able to remove a job, it cannot be active.
    Input:
      KEYS[1] jobKey
      KEYS[2] repeat key
      ARGV[1] jobId
      ARGV[2] remove children
      ARGV[3] queue prefix
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to recursively check if there are no locks
  on the jobs to be removed.
  returns:
    boolean
]]
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
local function isLocked( prefix, jobId, removeChildren)
  local jobKey = prefix .. jobId;
  -- Check if this job is locked
  local lockKey = jobKey .. ':lock'
  local lock = rcall("GET", lockKey)
  if not lock then
    if removeChildren == "1" then
      local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
      if (#dependencies > 0) then
        for i, childJobKey in ipairs(dependencies) do
          -- We need to get the jobId for this job.
          local childJobId = getJobIdFromKey(childJobKey)
          local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
          local result = isLocked( childJobPrefix, childJobId, removeChildren )
          if result then
            return true
          end
        end
      end
    end
    return false
  end
  return true
end
--[[
    Remove a job from all the statuses it may be in as well as all its data,
    including its children. Active children can be ignored.
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove from any state.
  returns:
    prev state
]]
local function removeJobFromAnyState( prefix, jobId)
  -- We start with the ZSCORE checks, since they have O(1) complexity
  if rcall("ZSCORE", prefix .. "completed", jobId) then
    rcall("ZREM", prefix .. "completed", jobId)
    return "completed"
  elseif rcall("ZSCORE", prefix .. "waiting-children", jobId) then
    rcall("ZREM", prefix .. "waiting-children", jobId)
    return "waiting-children"
  elseif rcall("ZSCORE", prefix .. "delayed", jobId) then
    rcall("ZREM", prefix .. "delayed", jobId)
    return "delayed"
  elseif rcall("ZSCORE", prefix .. "failed", jobId) then
    rcall("ZREM", prefix .. "failed", jobId)
    return "failed"
  elseif rcall("ZSCORE", prefix .. "prioritized", jobId) then
    rcall("ZREM", prefix .. "prioritized", jobId)
    return "prioritized"
  -- We remove only 1 element from the list, since we assume they are not added multiple times
  elseif rcall("LREM", prefix .. "wait", 1, jobId) == 1 then
    return "wait"
  elseif rcall("LREM", prefix .. "paused", 1, jobId) == 1 then
    return "paused"
  elseif rcall("LREM", prefix .. "active", 1, jobId) == 1 then
    return "active"
  end
  return "unknown"
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
local removeJobChildren
local removeJobWithChildren
removeJobChildren = function(prefix, jobKey, options)
    -- Check if this job has children
    -- If so, we are going to try to remove the children recursively in a depth-first way
    -- because if some job is locked, we must exit with an error.
    if not options.ignoreProcessed then
        local processed = rcall("HGETALL", jobKey .. ":processed")
        if #processed > 0 then
            for i = 1, #processed, 2 do
                local childJobId = getJobIdFromKey(processed[i])
                local childJobPrefix = getJobKeyPrefix(processed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local failed = rcall("HGETALL", jobKey .. ":failed")
        if #failed > 0 then
            for i = 1, #failed, 2 do
                local childJobId = getJobIdFromKey(failed[i])
                local childJobPrefix = getJobKeyPrefix(failed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local unsuccessful = rcall("ZRANGE", jobKey .. ":unsuccessful", 0, -1)
        if #unsuccessful > 0 then
            for i = 1, #unsuccessful, 1 do
                local childJobId = getJobIdFromKey(unsuccessful[i])
                local childJobPrefix = getJobKeyPrefix(unsuccessful[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
    end
    local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
    if #dependencies > 0 then
        for i, childJobKey in ipairs(dependencies) do
            local childJobId = getJobIdFromKey(childJobKey)
            local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
            removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
        end
    end
end
removeJobWithChildren = function(prefix, jobId, parentKey, options)
    local jobKey = prefix .. jobId
    if options.ignoreLocked then
        if isLocked(prefix, jobId) then
            return
        end
    end
    -- Check if job is in the failed zset
    local failedSet = prefix .. "failed"
    if not (options.ignoreProcessed and rcall("ZSCORE", failedSet, jobId)) then
        removeParentDependencyKey(jobKey, false, parentKey, nil)
        if options.removeChildren then
            removeJobChildren(prefix, jobKey, options)
        end
        local prev = removeJobFromAnyState(prefix, jobId)
        local deduplicationId = rcall("HGET", jobKey, "deid")
        removeDeduplicationKeyIfNeededOnRemoval(prefix, jobId, deduplicationId)
        if removeJobKeys(jobKey) > 0 then
            local metaKey = prefix .. "meta"
            local maxEvents = getOrSetMaxEvents(metaKey)
            rcall("XADD", prefix .. "events", "MAXLEN", "~", maxEvents, "*", "event", "removed",
                "jobId", jobId, "prev", prev)
        end
    end
end
local jobId = ARGV[1]
local shouldRemoveChildren = ARGV[2]
local prefix = ARGV[3]
local jobKey = KEYS[1]
local repeatKey = KEYS[2]
if isJobSchedulerJob(jobId, jobKey, repeatKey) then
    return -8
end
if not isLocked(prefix, jobId, shouldRemoveChildren) then
    local options = {
        removeChildren = shouldRemoveChildren == "1",
        ignoreProcessed = false,
        ignoreLocked = false
    }
    removeJobWithChildren(prefix, jobId, nil, options)
    return 1
end
return 0
`,keys:2},aa={name:`removeJobScheduler`,content:`--[[
  Removes a job scheduler and its next scheduled job.
  Input:
    KEYS[1] job schedulers key
    KEYS[2] delayed jobs key
    KEYS[3] events key
    ARGV[1] job scheduler id
    ARGV[2] prefix key
  Output:
    0 - OK
    1 - Missing repeat job
  Events:
    'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
local jobSchedulerId = ARGV[1]
local prefix = ARGV[2]
local millis = rcall("ZSCORE", KEYS[1], jobSchedulerId)
if millis then
  -- Delete next programmed job.
  local delayedJobId = "repeat:" .. jobSchedulerId .. ":" .. millis
  if(rcall("ZREM", KEYS[2], delayedJobId) == 1) then
    removeJobKeys(prefix .. delayedJobId)
    rcall("XADD", KEYS[3], "*", "event", "removed", "jobId", delayedJobId, "prev", "delayed")
  end
end
if(rcall("ZREM", KEYS[1], jobSchedulerId) == 1) then
  rcall("DEL", KEYS[1] .. ":" .. jobSchedulerId)
  return 0
end
return 1
`,keys:3},oa={name:`removeOrphanedJobs`,content:`--[[
  Removes orphaned job keys that exist in Redis but are not referenced
  in any queue state set. Checks each candidate atomically.
  Input:
    KEYS[1]  base prefix key including trailing colon (e.g. bull:queueName:)
    ARGV[1]  number of state key suffixes
    ARGV[2 .. 1+N]  state key suffixes (e.g. active, wait, completed, ...)
    ARGV[2+N]  number of job sub-key suffixes
    ARGV[3+N .. 2+N+M]  job sub-key suffixes (e.g. logs, dependencies, ...)
    ARGV[3+N+M .. end]  candidate job IDs to check
  Output:
    number of removed jobs
]]
local rcall = redis.call
local basePrefix = KEYS[1]
-- Parse state key suffixes and cache their full key names + types.
local stateKeyCount = tonumber(ARGV[1])
local stateKeys = {}
local stateKeyTypes = {}
for i = 1, stateKeyCount do
  local fullKey = basePrefix .. ARGV[1 + i]
  stateKeys[i] = fullKey
  stateKeyTypes[i] = rcall('TYPE', fullKey)['ok']
end
-- Parse job sub-key suffixes.
local subKeyCountIdx = 2 + stateKeyCount
local subKeyCount = tonumber(ARGV[subKeyCountIdx])
local subKeySuffixes = {}
for i = 1, subKeyCount do
  subKeySuffixes[i] = ARGV[subKeyCountIdx + i]
end
-- Process candidate job IDs.
local candidateStart = subKeyCountIdx + subKeyCount + 1
local removedCount = 0
for c = candidateStart, #ARGV do
  local jobId = ARGV[c]
  local found = false
  for i = 1, stateKeyCount do
    local kt = stateKeyTypes[i]
    if kt == 'list' then
      if rcall('LPOS', stateKeys[i], jobId) then
        found = true
        break
      end
    elseif kt == 'zset' then
      if rcall('ZSCORE', stateKeys[i], jobId) then
        found = true
        break
      end
    elseif kt == 'set' then
      if rcall('SISMEMBER', stateKeys[i], jobId) == 1 then
        found = true
        break
      end
    end
  end
  if not found then
    local jobKey = basePrefix .. jobId
    local keysToDelete = { jobKey }
    for _, suffix in ipairs(subKeySuffixes) do
      keysToDelete[#keysToDelete + 1] = jobKey .. ':' .. suffix
    end
    rcall('DEL', unpack(keysToDelete))
    removedCount = removedCount + 1
  end
end
return removedCount
`,keys:1},sa={name:`removeUnprocessedChildren`,content:`--[[
    Remove a job from all the statuses it may be in as well as all its data.
    In order to be able to remove a job, it cannot be active.
    Input:
      KEYS[1] jobKey
      KEYS[2] meta key
      ARGV[1] prefix
      ARGV[2] jobId
    Events:
      'removed' for every children removed
]]
-- Includes
--[[
    Remove a job from all the statuses it may be in as well as all its data,
    including its children. Active children can be ignored.
    Events:
      'removed'
]]
local rcall = redis.call
-- Includes
--[[
  Functions to destructure job key.
  Just a bit of warning, these functions may be a bit slow and affect performance significantly.
]]
local getJobIdFromKey = function (jobKey)
  return string.match(jobKey, ".*:(.*)")
end
local getJobKeyPrefix = function (jobKey, jobId)
  return string.sub(jobKey, 0, #jobKey - #jobId)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if the job belongs to a job scheduler and
  current delayed job matches with jobId
]]
local function isJobSchedulerJob(jobId, jobKey, jobSchedulersKey)
  local repeatJobKey = rcall("HGET", jobKey, "rjk")
  if repeatJobKey  then
    local prevMillis = rcall("ZSCORE", jobSchedulersKey, repeatJobKey)
    if prevMillis then
      local currentDelayedJobId = "repeat:" .. repeatJobKey .. ":" .. prevMillis
      return jobId == currentDelayedJobId
    end
  end
  return false
end
--[[
  Function to remove deduplication key if needed
  when a job is being removed.
]]
local function removeDeduplicationKeyIfNeededOnRemoval(prefixKey,
  jobId, deduplicationId)
  if deduplicationId then
    local deduplicationKey = prefixKey .. "de:" .. deduplicationId
    local currentJobId = rcall('GET', deduplicationKey)
    if currentJobId and currentJobId == jobId then
      rcall("DEL", deduplicationKey)
      -- Also clean up any pending dedup-next data for this dedup ID
      rcall("DEL", prefixKey .. "dn:" .. deduplicationId)
      return 1
    end
  end
end
--[[
  Function to remove from any state.
  returns:
    prev state
]]
local function removeJobFromAnyState( prefix, jobId)
  -- We start with the ZSCORE checks, since they have O(1) complexity
  if rcall("ZSCORE", prefix .. "completed", jobId) then
    rcall("ZREM", prefix .. "completed", jobId)
    return "completed"
  elseif rcall("ZSCORE", prefix .. "waiting-children", jobId) then
    rcall("ZREM", prefix .. "waiting-children", jobId)
    return "waiting-children"
  elseif rcall("ZSCORE", prefix .. "delayed", jobId) then
    rcall("ZREM", prefix .. "delayed", jobId)
    return "delayed"
  elseif rcall("ZSCORE", prefix .. "failed", jobId) then
    rcall("ZREM", prefix .. "failed", jobId)
    return "failed"
  elseif rcall("ZSCORE", prefix .. "prioritized", jobId) then
    rcall("ZREM", prefix .. "prioritized", jobId)
    return "prioritized"
  -- We remove only 1 element from the list, since we assume they are not added multiple times
  elseif rcall("LREM", prefix .. "wait", 1, jobId) == 1 then
    return "wait"
  elseif rcall("LREM", prefix .. "paused", 1, jobId) == 1 then
    return "paused"
  elseif rcall("LREM", prefix .. "active", 1, jobId) == 1 then
    return "active"
  end
  return "unknown"
end
--[[
  Function to remove job keys.
]]
local function removeJobKeys(jobKey)
  return rcall("DEL", jobKey, jobKey .. ':logs', jobKey .. ':dependencies',
    jobKey .. ':processed', jobKey .. ':failed', jobKey .. ':unsuccessful')
end
--[[
  Check if this job has a parent. If so we will just remove it from
  the parent child list, but if it is the last child we should move the parent to "wait/paused"
  which requires code from "moveToFinished"
]]
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
local function _moveParentToWait(parentPrefix, parentId, emitEvent)
  local isPausedOrMaxed =
    isQueuePausedOrMaxed(parentPrefix .. "meta", parentPrefix .. "active")
  addJobInTargetList(parentPrefix .. "wait", parentPrefix .. "marker", "RPUSH", isPausedOrMaxed, parentId)
  if emitEvent then
    local parentEventStream = parentPrefix .. "events"
    rcall("XADD", parentEventStream, "*", "event", "waiting", "jobId", parentId, "prev", "waiting-children")
  end
end
local function removeParentDependencyKey(jobKey, hard, parentKey, baseKey, debounceId)
  if parentKey then
    local parentDependenciesKey = parentKey .. ":dependencies"
    local result = rcall("SREM", parentDependenciesKey, jobKey)
    if result > 0 then
      local pendingDependencies = rcall("SCARD", parentDependenciesKey)
      if pendingDependencies == 0 then
        local parentId = getJobIdFromKey(parentKey)
        local parentPrefix = getJobKeyPrefix(parentKey, parentId)
        local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
        if numRemovedElements == 1 then
          if hard then -- remove parent in same queue
            if parentPrefix == baseKey then
              removeParentDependencyKey(parentKey, hard, nil, baseKey, nil)
              removeJobKeys(parentKey)
              if debounceId then
                rcall("DEL", parentPrefix .. "de:" .. debounceId)
              end
            else
              _moveParentToWait(parentPrefix, parentId)
            end
          else
            _moveParentToWait(parentPrefix, parentId, true)
          end
        end
      end
      return true
    end
  else
    local parentAttributes = rcall("HMGET", jobKey, "parentKey", "deid")
    local missedParentKey = parentAttributes[1]
    if( (type(missedParentKey) == "string") and missedParentKey ~= ""
      and (rcall("EXISTS", missedParentKey) == 1)) then
      local parentDependenciesKey = missedParentKey .. ":dependencies"
      local result = rcall("SREM", parentDependenciesKey, jobKey)
      if result > 0 then
        local pendingDependencies = rcall("SCARD", parentDependenciesKey)
        if pendingDependencies == 0 then
          local parentId = getJobIdFromKey(missedParentKey)
          local parentPrefix = getJobKeyPrefix(missedParentKey, parentId)
          local numRemovedElements = rcall("ZREM", parentPrefix .. "waiting-children", parentId)
          if numRemovedElements == 1 then
            if hard then
              if parentPrefix == baseKey then
                removeParentDependencyKey(missedParentKey, hard, nil, baseKey, nil)
                removeJobKeys(missedParentKey)
                if parentAttributes[2] then
                  rcall("DEL", parentPrefix .. "de:" .. parentAttributes[2])
                end
              else
                _moveParentToWait(parentPrefix, parentId)
              end
            else
              _moveParentToWait(parentPrefix, parentId, true)
            end
          end
        end
        return true
      end
    end
  end
  return false
end
--[[
  Function to recursively check if there are no locks
  on the jobs to be removed.
  returns:
    boolean
]]
local function isLocked( prefix, jobId, removeChildren)
  local jobKey = prefix .. jobId;
  -- Check if this job is locked
  local lockKey = jobKey .. ':lock'
  local lock = rcall("GET", lockKey)
  if not lock then
    if removeChildren == "1" then
      local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
      if (#dependencies > 0) then
        for i, childJobKey in ipairs(dependencies) do
          -- We need to get the jobId for this job.
          local childJobId = getJobIdFromKey(childJobKey)
          local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
          local result = isLocked( childJobPrefix, childJobId, removeChildren )
          if result then
            return true
          end
        end
      end
    end
    return false
  end
  return true
end
local removeJobChildren
local removeJobWithChildren
removeJobChildren = function(prefix, jobKey, options)
    -- Check if this job has children
    -- If so, we are going to try to remove the children recursively in a depth-first way
    -- because if some job is locked, we must exit with an error.
    if not options.ignoreProcessed then
        local processed = rcall("HGETALL", jobKey .. ":processed")
        if #processed > 0 then
            for i = 1, #processed, 2 do
                local childJobId = getJobIdFromKey(processed[i])
                local childJobPrefix = getJobKeyPrefix(processed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local failed = rcall("HGETALL", jobKey .. ":failed")
        if #failed > 0 then
            for i = 1, #failed, 2 do
                local childJobId = getJobIdFromKey(failed[i])
                local childJobPrefix = getJobKeyPrefix(failed[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
        local unsuccessful = rcall("ZRANGE", jobKey .. ":unsuccessful", 0, -1)
        if #unsuccessful > 0 then
            for i = 1, #unsuccessful, 1 do
                local childJobId = getJobIdFromKey(unsuccessful[i])
                local childJobPrefix = getJobKeyPrefix(unsuccessful[i], childJobId)
                removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
            end
        end
    end
    local dependencies = rcall("SMEMBERS", jobKey .. ":dependencies")
    if #dependencies > 0 then
        for i, childJobKey in ipairs(dependencies) do
            local childJobId = getJobIdFromKey(childJobKey)
            local childJobPrefix = getJobKeyPrefix(childJobKey, childJobId)
            removeJobWithChildren(childJobPrefix, childJobId, jobKey, options)
        end
    end
end
removeJobWithChildren = function(prefix, jobId, parentKey, options)
    local jobKey = prefix .. jobId
    if options.ignoreLocked then
        if isLocked(prefix, jobId) then
            return
        end
    end
    -- Check if job is in the failed zset
    local failedSet = prefix .. "failed"
    if not (options.ignoreProcessed and rcall("ZSCORE", failedSet, jobId)) then
        removeParentDependencyKey(jobKey, false, parentKey, nil)
        if options.removeChildren then
            removeJobChildren(prefix, jobKey, options)
        end
        local prev = removeJobFromAnyState(prefix, jobId)
        local deduplicationId = rcall("HGET", jobKey, "deid")
        removeDeduplicationKeyIfNeededOnRemoval(prefix, jobId, deduplicationId)
        if removeJobKeys(jobKey) > 0 then
            local metaKey = prefix .. "meta"
            local maxEvents = getOrSetMaxEvents(metaKey)
            rcall("XADD", prefix .. "events", "MAXLEN", "~", maxEvents, "*", "event", "removed",
                "jobId", jobId, "prev", prev)
        end
    end
end
local prefix = ARGV[1]
local jobId = ARGV[2]
local jobKey = KEYS[1]
local metaKey = KEYS[2]
local options = {
  removeChildren = "1",
  ignoreProcessed = true,
  ignoreLocked = true
}
removeJobChildren(prefix, jobKey, options) 
`,keys:2},ca={name:`reprocessJob`,content:`--[[
  Attempts to reprocess a job
  Input:
    KEYS[1] job key
    KEYS[2] events stream
    KEYS[3] job state
    KEYS[4] wait key
    KEYS[5] meta
    KEYS[6] active key
    KEYS[7] marker key
    KEYS[8] prioritized key
    KEYS[9] priority counter key
    ARGV[1] job.id
    ARGV[2] (job.opts.lifo ? 'R' : 'L') + 'PUSH'
    ARGV[3] propVal - failedReason/returnvalue
    ARGV[4] prev state - failed/completed
    ARGV[5] reset attemptsMade - "1" or "0"
    ARGV[6] reset attemptsStarted - "1" or "0"
  Output:
     1 means the operation was a success
    -1 means the job does not exist
    -3 means the job was not found in the expected set.
]]
local rcall = redis.call;
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to move a retried child back to its parent's dependencies.
  This does not move a parent that has already left waiting-children back to that state.
]]
local function moveChildBackToParentDependencies(jobKey, prevState)
  local parentKey = rcall("HGET", jobKey, "parentKey")
  if parentKey and rcall("EXISTS", parentKey) == 1 then
    if prevState == "failed" then
      if rcall("ZREM", parentKey .. ":unsuccessful", jobKey) == 1 or
        rcall("HDEL", parentKey .. ":failed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    else
      if rcall("HDEL", parentKey .. ":processed", jobKey) == 1 then
        rcall("SADD", parentKey .. ":dependencies", jobKey)
      end
    end
  end
end
local jobKey = KEYS[1]
if rcall("EXISTS", jobKey) == 1 then
  local jobId = ARGV[1]
  if (rcall("ZREM", KEYS[3], jobId) == 1) then
    local attributesToRemove = {}
    if ARGV[5] == "1" then
      table.insert(attributesToRemove, "atm")
    end
    if ARGV[6] == "1" then
      table.insert(attributesToRemove, "ats")
    end
    rcall("HDEL", jobKey, "finishedOn", "processedOn", ARGV[3], unpack(attributesToRemove))
    local isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[6])
    local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
    -- Standard or priority add
    if priority == 0 then
      addJobInTargetList(KEYS[4], KEYS[7], ARGV[2], isPausedOrMaxed, jobId)
    else
      addJobWithPriority(KEYS[7], KEYS[8], priority, jobId, KEYS[9], isPausedOrMaxed)
    end
    moveChildBackToParentDependencies(jobKey, ARGV[4])
    local maxEvents = getOrSetMaxEvents(KEYS[5])
    -- Emit waiting event
    rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
      "jobId", jobId, "prev", ARGV[4]);
    return 1
  else
    return -3
  end
else
  return -1
end
`,keys:9},la={name:`retryJob`,content:`--[[
  Retries a failed job by moving it back to the wait queue.
    Input:
      KEYS[1]  'active',
      KEYS[2]  'wait'
      KEYS[3]  'paused'
      KEYS[4]  job key
      KEYS[5]  'meta'
      KEYS[6]  events stream
      KEYS[7]  delayed key
      KEYS[8]  prioritized key
      KEYS[9]  'pc' priority counter
      KEYS[10] 'marker'
      KEYS[11] 'stalled'
      ARGV[1]  key prefix
      ARGV[2]  timestamp
      ARGV[3]  pushCmd
      ARGV[4]  jobId
      ARGV[5]  token
      ARGV[6]  optional job fields to update
    Events:
      'waiting'
    Output:
     0  - OK
     -1 - Missing key
     -2 - Missing lock
     -3 - Job not in active set
]]
local rcall = redis.call
-- Includes
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Updates the delay set, by moving delayed jobs that should
  be processed now to "wait".
     Events:
      'waiting'
]]
-- Includes
-- Try to get as much as 1000 jobs at once
local function promoteDelayedJobs(delayedKey, markerKey, targetKey, prioritizedKey,
                                  eventStreamKey, prefix, timestamp, priorityCounterKey, isPaused)
    local jobs = rcall("ZRANGEBYSCORE", delayedKey, 0, (timestamp + 1) * 0x1000 - 1, "LIMIT", 0, 1000)
    if (#jobs > 0) then
        rcall("ZREM", delayedKey, unpack(jobs))
        for _, jobId in ipairs(jobs) do
            local jobKey = prefix .. jobId
            local priority =
                tonumber(rcall("HGET", jobKey, "priority")) or 0
            if priority == 0 then
                -- LIFO or FIFO
                rcall("LPUSH", targetKey, jobId)
            else
                local score = getPriorityScore(priority, priorityCounterKey)
                rcall("ZADD", prioritizedKey, score, jobId)
            end
            -- Emit waiting event
            rcall("XADD", eventStreamKey, "*", "event", "waiting", "jobId",
                  jobId, "prev", "delayed")
            rcall("HSET", jobKey, "delay", 0)
        end
        addBaseMarkerIfNeeded(markerKey, isPaused)
    end
end
local function removeLock(jobKey, stalledKey, token, jobId)
  if token ~= "0" then
    local lockKey = jobKey .. ':lock'
    local lockToken = rcall("GET", lockKey)
    if lockToken == token then
      rcall("DEL", lockKey)
      rcall("SREM", stalledKey, jobId)
    else
      if lockToken then
        -- Lock exists but token does not match
        return -6
      else
        -- Lock is missing completely
        return -2
      end
    end
  end
  return 0
end
--[[
  Function to update a bunch of fields in a job.
]]
local function updateJobFields(jobKey, msgpackedFields)
  if msgpackedFields and #msgpackedFields > 0 then
    local fieldsToUpdate = cmsgpack.unpack(msgpackedFields)
    if fieldsToUpdate then
      rcall("HMSET", jobKey, unpack(fieldsToUpdate))
    end
  end
end
local isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[1])
local markerKey = KEYS[10]
-- Check if there are delayed jobs that we can move to wait.
-- test example: when there are delayed jobs between retries
promoteDelayedJobs(KEYS[7], markerKey, KEYS[2], KEYS[8], KEYS[6], ARGV[1], ARGV[2], KEYS[9], isPausedOrMaxed)
local jobKey = KEYS[4]
if rcall("EXISTS", jobKey) == 1 then
  local errorCode = removeLock(jobKey, KEYS[11], ARGV[5], ARGV[4]) 
  if errorCode < 0 then
    return errorCode
  end
  updateJobFields(jobKey, ARGV[6])
  local numRemovedElements = rcall("LREM", KEYS[1], -1, ARGV[4])
  if (numRemovedElements < 1) then return -3 end
  local priority = tonumber(rcall("HGET", jobKey, "priority")) or 0
  --need to re-evaluate after removing job from active
  isPausedOrMaxed = isQueuePausedOrMaxed(KEYS[5], KEYS[1])
  -- Standard or priority add
  if priority == 0 then
    addJobInTargetList(KEYS[2], markerKey, ARGV[3], isPausedOrMaxed, ARGV[4])
  else
    addJobWithPriority(markerKey, KEYS[8], priority, ARGV[4], KEYS[9], isPausedOrMaxed)
  end
  rcall("HINCRBY", jobKey, "atm", 1)
  local maxEvents = getOrSetMaxEvents(KEYS[5])
  -- Emit waiting event
  rcall("XADD", KEYS[6], "MAXLEN", "~", maxEvents, "*", "event", "waiting",
    "jobId", ARGV[4], "prev", "active")
  return 0
else
  return -1
end
`,keys:11},ua={name:`saveStacktrace`,content:`--[[
  Save stacktrace and failedReason.
  Input:
    KEYS[1] job key
    ARGV[1]  stacktrace
    ARGV[2]  failedReason
  Output:
     0 - OK
    -1 - Missing key
]]
local rcall = redis.call
if rcall("EXISTS", KEYS[1]) == 1 then
  rcall("HMSET", KEYS[1], "stacktrace", ARGV[1], "failedReason", ARGV[2])
  return 0
else
  return -1
end
`,keys:1},da={name:`updateData`,content:`--[[
  Update job data
  Input:
    KEYS[1] Job id key
    ARGV[1] data
  Output:
    0 - OK
   -1 - Missing job.
]]
local rcall = redis.call
if rcall("EXISTS",KEYS[1]) == 1 then -- // Make sure job exists
  rcall("HSET", KEYS[1], "data", ARGV[1])
  return 0
else
  return -1
end
`,keys:1},fa={name:`updateJobScheduler`,content:`--[[
  Updates a job scheduler and adds next delayed job
  Input:
    KEYS[1]  'repeat' key
    KEYS[2]  'delayed'
    KEYS[3]  'wait' key
    KEYS[4]  'paused' key
    KEYS[5]  'meta'
    KEYS[6]  'prioritized' key
    KEYS[7]  'marker',
    KEYS[8]  'id'
    KEYS[9]  events stream key
    KEYS[10] 'pc' priority counter
    KEYS[11] producer key
    KEYS[12] 'active' key
    ARGV[1] next milliseconds
    ARGV[2] jobs scheduler id
    ARGV[3] Json stringified delayed data
    ARGV[4] msgpacked delayed opts
    ARGV[5] timestamp
    ARGV[6] prefix key
    ARGV[7] producer id
    Output:
      next delayed job id  - OK
]] local rcall = redis.call
local repeatKey = KEYS[1]
local delayedKey = KEYS[2]
local waitKey = KEYS[3]
local pausedKey = KEYS[4]
local metaKey = KEYS[5]
local prioritizedKey = KEYS[6]
local nextMillis = tonumber(ARGV[1])
local jobSchedulerId = ARGV[2]
local timestamp = tonumber(ARGV[5])
local prefixKey = ARGV[6]
local producerId = ARGV[7]
local jobOpts = cmsgpack.unpack(ARGV[4])
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Shared helper to store a job and enqueue it into the appropriate list/set.
  Handles delayed, prioritized, and standard (LIFO/FIFO) jobs.
  Emits the appropriate event after enqueuing ("delayed" or "waiting").
  Returns delay, priority from storeJob.
]]
-- Includes
--[[
  Adds a delayed job to the queue by doing the following:
    - Creates a new job key with the job data.
    - adds to delayed zset.
    - Emits a global event 'delayed' if the job is delayed.
]]
-- Includes
--[[
  Add delay marker if needed.
]]
-- Includes
--[[
  Function to return the next delayed job timestamp.
]]
local function getNextDelayedTimestamp(delayedKey)
  local result = rcall("ZRANGE", delayedKey, 0, 0, "WITHSCORES")
  if #result then
    local nextTimestamp = tonumber(result[2])
    if nextTimestamp ~= nil then
      return nextTimestamp / 0x1000
    end
  end
end
local function addDelayMarkerIfNeeded(markerKey, delayedKey)
  local nextTimestamp = getNextDelayedTimestamp(delayedKey)
  if nextTimestamp ~= nil then
    -- Replace the score of the marker with the newest known
    -- next timestamp.
    rcall("ZADD", markerKey, nextTimestamp, "1")
  end
end
--[[
  Bake in the job id first 12 bits into the timestamp
  to guarantee correct execution order of delayed jobs
  (up to 4096 jobs per given timestamp or 4096 jobs apart per timestamp)
  WARNING: Jobs that are so far apart that they wrap around will cause FIFO to fail
]]
local function getDelayedScore(delayedKey, timestamp, delay)
  local delayedTimestamp = (delay > 0 and (tonumber(timestamp) + delay)) or tonumber(timestamp)
  local minScore = delayedTimestamp * 0x1000
  local maxScore = (delayedTimestamp + 1 ) * 0x1000 - 1
  local result = rcall("ZREVRANGEBYSCORE", delayedKey, maxScore,
    minScore, "WITHSCORES","LIMIT", 0, 1)
  if #result then
    local currentMaxScore = tonumber(result[2])
    if currentMaxScore ~= nil then
      if currentMaxScore >= maxScore then
        return maxScore, delayedTimestamp
      else
        return currentMaxScore + 1, delayedTimestamp
      end
    end
  end
  return minScore, delayedTimestamp
end
local function addDelayedJob(jobId, delayedKey, eventsKey, timestamp,
  maxEvents, markerKey, delay)
  local score, delayedTimestamp = getDelayedScore(delayedKey, timestamp, tonumber(delay))
  rcall("ZADD", delayedKey, score, jobId)
  rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "delayed",
    "jobId", jobId, "delay", delayedTimestamp)
  -- mark that a delayed job is available
  addDelayMarkerIfNeeded(markerKey, delayedKey)
end
--[[
  Function to add job in target list and add marker if needed.
]]
-- Includes
--[[
  Add marker if needed when a job is available.
]]
local function addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
  if not isPausedOrMaxed then
    rcall("ZADD", markerKey, 0, "0")
  end  
end
local function addJobInTargetList(targetKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
  rcall(pushCmd, targetKey, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to add job considering priority.
]]
-- Includes
--[[
  Function to get priority score.
]]
local function getPriorityScore(priority, priorityCounterKey)
  local prioCounter = rcall("INCR", priorityCounterKey)
  return priority * 0x100000000 + prioCounter % 0x100000000
end
local function addJobWithPriority(markerKey, prioritizedKey, priority, jobId, priorityCounterKey,
  isPausedOrMaxed)
  local score = getPriorityScore(priority, priorityCounterKey)
  rcall("ZADD", prioritizedKey, score, jobId)
  addBaseMarkerIfNeeded(markerKey, isPausedOrMaxed)
end
--[[
  Function to check if queue is paused or maxed
  (since an empty list and !EXISTS are not really the same).
]]
local function isQueuePausedOrMaxed(queueMetaKey, activeKey)
  local queueAttributes = rcall("HMGET", queueMetaKey, "paused", "concurrency")
  if queueAttributes[1] then
    return true
  else
    if queueAttributes[2] then
      local activeCount = rcall("LLEN", activeKey)
      return activeCount >= tonumber(queueAttributes[2])
    end
  end
  return false
end
--[[
  Function to store a job
]]
local function storeJob(eventsKey, jobIdKey, jobId, name, data, opts, timestamp,
                        parentKey, parentData, repeatJobKey)
    local jsonOpts = cjson.encode(opts)
    local delay = opts['delay'] or 0
    local priority = opts['priority'] or 0
    local debounceId = opts['de'] and opts['de']['id']
    local optionalValues = {}
    if parentKey ~= nil then
        table.insert(optionalValues, "parentKey")
        table.insert(optionalValues, parentKey)
        table.insert(optionalValues, "parent")
        table.insert(optionalValues, parentData)
    end
    if repeatJobKey then
        table.insert(optionalValues, "rjk")
        table.insert(optionalValues, repeatJobKey)
    end
    if debounceId then
        table.insert(optionalValues, "deid")
        table.insert(optionalValues, debounceId)
    end
    rcall("HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,
          "timestamp", timestamp, "delay", delay, "priority", priority,
          unpack(optionalValues))
    rcall("XADD", eventsKey, "*", "event", "added", "jobId", jobId, "name", name)
    return delay, priority
end
local function storeAndEnqueueJob(eventsKey, jobIdKey, jobId, name, data, opts,
    timestamp, parentKey, parentData, repeatJobKey, maxEvents,
    waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
    priorityCounterKey, delayedKey, markerKey)
  local delay, priority = storeJob(eventsKey, jobIdKey, jobId, name, data,
      opts, timestamp, parentKey, parentData, repeatJobKey)
  if delay ~= 0 and delayedKey then
    addDelayedJob(jobId, delayedKey, eventsKey, timestamp, maxEvents, markerKey, delay)
  else
    local isPausedOrMaxed = isQueuePausedOrMaxed(metaKey, activeKey)
    if priority > 0 then
      addJobWithPriority(markerKey, prioritizedKey, priority, jobId,
          priorityCounterKey, isPausedOrMaxed)
    else
      local pushCmd = opts['lifo'] and 'RPUSH' or 'LPUSH'
      addJobInTargetList(waitKey, markerKey, pushCmd, isPausedOrMaxed, jobId)
    end
    rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "waiting",
        "jobId", jobId)
  end
  return delay, priority
end
local function addJobFromScheduler(jobKey, jobId, opts, waitKey, pausedKey, activeKey, metaKey, 
  prioritizedKey, priorityCounter, delayedKey, markerKey, eventsKey, name, maxEvents, timestamp,
  data, jobSchedulerId, repeatDelay)
  opts['delay'] = repeatDelay
  opts['jobId'] = jobId
  storeAndEnqueueJob(eventsKey, jobKey, jobId, name, data, opts,
      timestamp, nil, nil, jobSchedulerId, maxEvents,
      waitKey, pausedKey, activeKey, metaKey, prioritizedKey,
      priorityCounter, delayedKey, markerKey)
end
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
local function getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
    offset = tonumber(offset)
    local nextMillis
    if not prevMillis then
        if startDate then
            -- Assuming startDate is passed as milliseconds from JavaScript
            nextMillis = tonumber(startDate)
            nextMillis = nextMillis > now and nextMillis or now
        else
            if offset and offset > 0 then
                -- Align to the next slot that respects the offset
                nextMillis = math.floor(now / every) * every + offset
                if nextMillis <= now then
                    nextMillis = nextMillis + every
                end
            else
                nextMillis = now
            end
        end
    else
        nextMillis = prevMillis + every
        -- check if we may have missed some iterations
        if nextMillis < now then
            -- Use the same offset-aware alignment as the initial branch
            -- above so a non-zero offset is preserved across catch-ups
            -- instead of being flattened to (slot + every). When the
            -- aligned slot is itself still in the past, advance by one
            -- full interval; otherwise the aligned slot is the next
            -- iteration.
            local aligned = math.floor(now / every) * every + (offset or 0)
            if aligned <= now then
                nextMillis = aligned + every
            else
                nextMillis = aligned
            end
        end
    end
    if not offset or offset == 0 then
        local timeSlot = math.floor(nextMillis / every) * every;
        offset = nextMillis - timeSlot;
    end
    -- Return a tuple nextMillis, offset
    return math.floor(nextMillis), math.floor(offset)
end
local prevMillis = rcall("ZSCORE", repeatKey, jobSchedulerId)
-- Validate that scheduler exists.
-- If it does not exist we should not iterate anymore.
if prevMillis then
    prevMillis = tonumber(prevMillis)
    local schedulerKey = repeatKey .. ":" .. jobSchedulerId
    local schedulerAttributes = rcall("HMGET", schedulerKey, "name", "data", "every", "startDate", "offset")
    local every = tonumber(schedulerAttributes[3])
    local now = tonumber(timestamp)
    -- If every is not found in scheduler attributes, try to get it from job options
    if not every and jobOpts['repeat'] and jobOpts['repeat']['every'] then
        every = tonumber(jobOpts['repeat']['every'])
    end
    if every then
        local startDate = schedulerAttributes[4]
        local jobOptsOffset = jobOpts['repeat'] and jobOpts['repeat']['offset'] or 0
        local offset = schedulerAttributes[5] or jobOptsOffset or 0
        local newOffset
        nextMillis, newOffset = getJobSchedulerEveryNextMillis(prevMillis, every, now, offset, startDate)
        if not offset then
            rcall("HSET", schedulerKey, "offset", newOffset)
            jobOpts['repeat']['offset'] = newOffset
        end
    end
    local nextDelayedJobId = "repeat:" .. jobSchedulerId .. ":" .. nextMillis
    local nextDelayedJobKey = schedulerKey .. ":" .. nextMillis
    local currentDelayedJobId = "repeat:" .. jobSchedulerId .. ":" .. prevMillis
    if producerId == currentDelayedJobId then
        local eventsKey = KEYS[9]
        local maxEvents = getOrSetMaxEvents(metaKey)
        if rcall("EXISTS", nextDelayedJobKey) ~= 1 then
            rcall("ZADD", repeatKey, nextMillis, jobSchedulerId)
            rcall("HINCRBY", schedulerKey, "ic", 1)
            rcall("INCR", KEYS[8])
            local templateData = schedulerAttributes[2]
            local delay = nextMillis - now
            -- Fast Clamp delay to minimum of 0
            if delay < 0 then
                delay = 0
            end
            jobOpts["delay"] = delay
            addJobFromScheduler(nextDelayedJobKey, nextDelayedJobId, jobOpts, waitKey, pausedKey, KEYS[12], metaKey,
                prioritizedKey, KEYS[10], delayedKey, KEYS[7], eventsKey, schedulerAttributes[1], maxEvents, ARGV[5],
                templateData or '{}', jobSchedulerId, delay)
            return nextDelayedJobId .. "" -- convert to string
        else
            rcall("XADD", eventsKey, "MAXLEN", "~", maxEvents, "*", "event", "duplicated", "jobId", nextDelayedJobId)
        end
    end
end
`,keys:12},pa={name:`updateProgress`,content:`--[[
  Update job progress
  Input:
    KEYS[1] Job id key
    KEYS[2] event stream key
    KEYS[3] meta key
    ARGV[1] id
    ARGV[2] progress
  Output:
     0 - OK
    -1 - Missing job.
  Event:
    progress(jobId, progress)
]]
local rcall = redis.call
-- Includes
--[[
  Function to get max events value or set by default 10000.
]]
local function getOrSetMaxEvents(metaKey)
  local maxEvents = rcall("HGET", metaKey, "opts.maxLenEvents")
  if not maxEvents then
    maxEvents = 10000
    rcall("HSET", metaKey, "opts.maxLenEvents", maxEvents)
  end
  return maxEvents
end
if rcall("EXISTS", KEYS[1]) == 1 then -- // Make sure job exists
    local maxEvents = getOrSetMaxEvents(KEYS[3])
    rcall("HSET", KEYS[1], "progress", ARGV[2])
    rcall("XADD", KEYS[2], "MAXLEN", "~", maxEvents, "*", "event", "progress",
          "jobId", ARGV[1], "data", ARGV[2]);
    return 0
else
    return -1
end
`,keys:3};var ma=i({addDelayedJob:()=>ii,addJobScheduler:()=>ai,addLog:()=>oi,addParentJob:()=>si,addPrioritizedJob:()=>ci,addStandardJob:()=>li,changeDelay:()=>ui,changePriority:()=>di,cleanJobsInSet:()=>fi,drain:()=>pi,extendLock:()=>mi,extendLocks:()=>hi,getCounts:()=>gi,getCountsPerPriority:()=>_i,getDependencyCounts:()=>vi,getJobScheduler:()=>yi,getJobs:()=>bi,getMetrics:()=>xi,getRanges:()=>Si,getRateLimitTtl:()=>Ci,getState:()=>wi,getStateV2:()=>Ti,isFinished:()=>Ei,isJobInList:()=>Di,isMaxed:()=>Oi,moveJobFromActiveToWait:()=>ki,moveJobsToWait:()=>Ai,moveStalledJobsToWait:()=>ji,moveToActive:()=>Mi,moveToDelayed:()=>Ni,moveToFinished:()=>Pi,moveToWaitingChildren:()=>Fi,obliterate:()=>Ii,paginate:()=>Li,pause:()=>Ri,promote:()=>zi,relayAckInbox:()=>Bi,relayDeleteRetained:()=>Vi,relayGet:()=>Hi,relayGetNamespaces:()=>Ui,relayHeartbeat:()=>Wi,relayPublish:()=>Gi,relayReadInbox:()=>Ki,relayRegisterNode:()=>qi,relayRemoveEndpoint:()=>Ji,relaySubscribe:()=>Yi,relaySweep:()=>Xi,relayTouchNamespace:()=>Zi,relayTrimInbox:()=>Qi,relayUnregisterNode:()=>$i,releaseLock:()=>ea,releaseParentIfNoPendingDependencies:()=>ta,removeChildDependency:()=>na,removeDeduplicationKey:()=>ra,removeJob:()=>ia,removeJobScheduler:()=>aa,removeOrphanedJobs:()=>oa,removeUnprocessedChildren:()=>sa,reprocessJob:()=>ca,retryJob:()=>la,saveStacktrace:()=>ua,updateData:()=>da,updateJobScheduler:()=>fa,updateProgress:()=>pa});const ha=new WeakMap;function ga(e){if(e.__bullmq_iredis===!0)return e;let t=ha.get(e);if(t)return t;let n=e.isCluster===!0,r=new Map,i=Object.create(null);i.__bullmq_iredis=!0,i.isCluster=n,i.runCommand=(t,n)=>e[t](n),i.pipeline=(...t)=>_a(e.pipeline(...t)),i.multi=(...t)=>_a(e.multi(...t)),typeof e.duplicate==`function`&&(i.duplicate=t=>{if(n){let n=e.options?.redisOptions||{},r=t?Object.assign(Object.assign({},n),t):n;return ga(e.duplicate(void 0,{redisOptions:r}))}return ga(e.duplicate(t))}),i.hset=(t,n,...r)=>{if(typeof n==`string`)return e.hset(t,n,...r);let i=[t];for(let[e,t]of Object.entries(n))i.push(e,t);return e.hset(...i)},i.set=(t,n,r,...i)=>{if(typeof r==`string`||r==null)return e.set(t,n,...r==null?[]:[r,...i]);let a=[t,n];return r.PX==null?r.EX!=null&&a.push(`EX`,r.EX):a.push(`PX`,r.PX),e.set(...a)},i.zrange=(t,n,r,i,...a)=>typeof i==`string`?e.zrange(t,n,r,i,...a):i?.WITHSCORES?e.zrange(t,n,r,`WITHSCORES`):e.zrange(t,n,r),i.zrevrange=(t,n,r,i,...a)=>typeof i==`string`?e.zrevrange(t,n,r,i,...a):i?.WITHSCORES?e.zrevrange(t,n,r,`WITHSCORES`):e.zrevrange(t,n,r),i.xadd=(t,n,r,...i)=>{if(typeof r==`string`)return e.xadd(t,n,r,...i);let a=i[0],o=[t];a?.MAXLEN!=null&&(o.push(`MAXLEN`),a.approximate!==!1&&o.push(`~`),o.push(a.MAXLEN)),o.push(n);for(let[e,t]of Object.entries(r))o.push(e,t);return e.xadd(...o)},i.xread=(t,...n)=>{if(typeof t==`string`)return e.xread(t,...n);let r=n[0],i=[];r?.BLOCK!=null&&i.push(`BLOCK`,r.BLOCK),r?.COUNT!=null&&i.push(`COUNT`,r.COUNT),i.push(`STREAMS`);for(let e of t)i.push(e.key);for(let e of t)i.push(e.id);return e.xread(...i)},i.xtrim=(t,n,r,...i)=>{if(typeof r==`string`||i.length===0)return e.xtrim(t,n,r,...i);let a=i[0],o=[t,n];return a?.approximate!==!1&&o.push(`~`),o.push(r),e.xtrim(...o)},i.clientSetName=t=>e.client(`SETNAME`,t),i.clientList=()=>e.client(`LIST`),i.clientInfo=()=>e.client(`INFO`),i.scan=(t,...n)=>{if(n.length===0||typeof n[0]==`string`||typeof n[0]==`function`)return e.scan(t,...n);let r=n[0],i=[t];return r?.MATCH!=null&&i.push(`MATCH`,r.MATCH),r?.COUNT!=null&&i.push(`COUNT`,r.COUNT),e.scan(...i)};let a=new Proxy(e,{get(e,t){if(t in i)return i[t];let n=Reflect.get(e,t,e);if(typeof n!=`function`)return n;if(Object.prototype.hasOwnProperty.call(e,t))return n.bind(e);let a=r.get(t);if(a!==void 0)return a;let o=n.bind(e);return r.set(t,o),o},set(e,t,n){return t in i?(i[t]=n,!0):(r.delete(t),Reflect.set(e,t,n))},deleteProperty(e,t){return t in i?!1:(r.delete(t),Reflect.deleteProperty(e,t))},has(e,t){return t in i||Reflect.has(e,t)}});return ha.set(e,a),a}function _a(e){let t=e;t.runCommand=function(e,n){return t[e](n),t};let n=t.hset.bind(t);t.hset=function(e,r){let i=[e];for(let[e,t]of Object.entries(r))i.push(e,t);return n(...i),t};let r=t.hscan.bind(t);t.hscan=function(e,n,i){return i?.COUNT==null?r(e,n):r(e,n,`COUNT`,i.COUNT),t};let i=t.sscan.bind(t);return t.sscan=function(e,n,r){return r?.COUNT==null?i(e,n):i(e,n,`COUNT`,r.COUNT),t},t}function va(e){return!e||typeof e!=`object`?!1:e.__bullmq_iredis===!0||typeof e.runCommand==`function`&&typeof e.defineCommand==`function`&&typeof e.pipeline==`function`&&typeof e.multi==`function`&&typeof e.duplicate==`function`&&typeof e.scanStream==`function`&&typeof e.connect==`function`&&typeof e.disconnect==`function`&&typeof e.on==`function`&&typeof e.status==`string`&&typeof e.isCluster==`boolean`}function ya(e){return e.length===1&&Array.isArray(e[0])?e[0]:e}function ba(e){return e?.message===`Disconnects client`||e?.message===`The client is closed`||e?.message===`Connection is closed.`}function xa(e){return new Sa(e)}var Sa=class e extends m{get status(){return this.statusOverride?this.statusOverride:this.raw.isReady?`ready`:this.raw.isOpen?`connect`:this.hasConnected?`end`:`wait`}set status(e){if(e===`end`&&(this.destroying=!0,this.raw.isOpen))try{this.raw.quit().catch(()=>{})}catch{}this.statusOverride=e}get options(){return this.raw.options??{}}set options(e){}constructor(e){super(),this.raw=e,this.scripts=new Map,this.hasConnected=!1,this.destroying=!1,this.isCluster=!1,e.on(`ready`,()=>{this.hasConnected=!0,this.connectionName?this.raw.clientSetName(this.connectionName).then(()=>this.emit(`ready`),()=>this.emit(`ready`)):this.emit(`ready`)}),e.on(`error`,e=>{this.destroying&&ba(e)||this.emit(`error`,e)}),e.on(`end`,()=>this.emit(`close`)),e.on(`reconnecting`,()=>this.emit(`reconnecting`)),e.isOpen||(this.connectPromise=e.connect().then(()=>{this.connectPromise=void 0},e=>{this.connectPromise=void 0}))}async connect(){if(this.connectPromise&&(await this.connectPromise,this.raw.isOpen))this.clearEndedState();else{if(!this.raw.isOpen)return this.connectPromise=this.raw.connect().then(()=>{this.connectPromise=void 0,this.clearEndedState()},e=>{throw this.connectPromise=void 0,e}),this.connectPromise;this.raw.isReady||await new Promise((e,t)=>{let n=()=>{a(),e()},r=e=>{a(),t(e)},i=()=>{a(),t(Error(`Connection ended before ready event`))},a=()=>{this.off(`ready`,n),this.off(`error`,r),this.off(`end`,i)};this.once(`ready`,n),this.once(`error`,r),this.once(`end`,i)})}}clearEndedState(){this.statusOverride=void 0,this.destroying=!1}disconnect(e=!1){this.destroying=!0,e||(this.statusOverride=`end`);try{this.raw.isOpen&&this.raw.destroy()}catch{}this.emit(`close`),e?(this.statusOverride=void 0,this.emit(`reconnecting`),this.connect().catch(e=>{ba(e)||this.emit(`error`,e)}).finally(()=>{this.destroying=!1})):this.emit(`end`)}async quit(){if(this.destroying||this.statusOverride===`end`)return setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`;this.destroying=!0;try{if(this.raw.isOpen)try{await this.raw.quit()}catch{}}catch{}return this.statusOverride=`end`,setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`}duplicate(...t){let n=this.raw.duplicate(),r=new e(n);for(let[e,t]of this.scripts)r.scripts.set(e,t),r[e]=(...t)=>r.runCommand(e,t);let i=t[0];return i&&typeof i==`object`&&i.connectionName&&(r.connectionName=i.connectionName),r}defineCommand(e,t){let n=g(`sha1`).update(t.lua).digest(`hex`);this.scripts.set(e,{sha:n,lua:t.lua,numberOfKeys:t.numberOfKeys}),this[e]=(...t)=>this.runCommand(e,t),this.raw.scriptLoad(t.lua).catch(()=>{})}async runCommand(e,t){var n;let r=this.scripts.get(e);if(!r)throw Error(`BullMQ: unknown command "${e}"`);let i=ya(t),{sha:a,lua:o,numberOfKeys:s}=r,c=i.slice(0,s).map(String),l=i.slice(s).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));try{return await this.raw.evalSha(a,{keys:c,arguments:l})}catch(e){if(this.destroying&&ba(e))return null;if(ba(e))throw new ge(e.message,e);if(((n=e?.message)?.includes)?.call(n,`NOSCRIPT`))try{return await this.raw.eval(o,{keys:c,arguments:l})}catch(e){if(this.destroying&&ba(e))return null;throw ba(e)?new ge(e.message,e):e}throw e}}multi(){return new Ca(this.raw.multi(),this.scripts)}pipeline(){return this.multi()}async hgetall(e){return await this.raw.hGetAll(e)??{}}async hget(e,t){return await this.raw.hGet(e,t)??null}async hmget(e,...t){return(await this.raw.hmGet(e,t)).map(e=>e??null)}async hset(e,t,...n){if(typeof t==`object`)return await this.raw.hSet(e,t);let r={};r[t]=String(n[0]);for(let e=1;e<n.length;e+=2)r[String(n[e])]=String(n[e+1]);return await this.raw.hSet(e,r)}async hdel(e,...t){return await this.raw.hDel(e,t)}async hexists(e,t){return+!!await this.raw.hExists(e,t)}async get(e){return await this.raw.get(e)??null}async set(e,t,n){let r={};return n?.PX==null?n?.EX!=null&&(r.EX=n.EX):r.PX=n.PX,await this.raw.set(e,String(t),r)}async del(...e){return e.length===0?0:await this.raw.del(e)}async zrange(e,t,n,r){if(r?.WITHSCORES){let r=await this.raw.zRangeWithScores(e,t,n),i=[];for(let e of r)i.push(e.value,String(e.score));return i}return await this.raw.zRange(e,t,n)}async zrevrange(e,t,n,r){if(r?.WITHSCORES){let r=await this.raw.zRangeWithScores(e,t,n,{REV:!0}),i=[];for(let e of r)i.push(e.value,String(e.score));return i}return await this.raw.zRange(e,t,n,{REV:!0})}async zcard(e){return await this.raw.zCard(e)}async zscore(e,t){let n=await this.raw.zScore(e,t);return n==null?null:String(n)}async lrange(e,t,n){return await this.raw.lRange(e,t,n)}async llen(e){return await this.raw.lLen(e)}async ltrim(e,t,n){return await this.raw.lTrim(e,t,n),`OK`}async lpos(e,t){return await this.raw.lPos(e,t)??null}async smembers(e){return await this.raw.sMembers(e)}async xadd(e,t,n,r){let i={};r?.MAXLEN!=null&&(i.TRIM={strategy:`MAXLEN`,threshold:r.MAXLEN,strategyModifier:r.approximate===!1?void 0:`~`});let a={};for(let[e,t]of Object.entries(n))a[e]=String(t);return await this.raw.xAdd(e,t,a,i)}async xread(e,t){let n={};t?.BLOCK!=null&&(n.BLOCK=t.BLOCK),t?.COUNT!=null&&(n.COUNT=t.COUNT);let r=e.map(e=>({key:e.key,id:e.id})),i;try{i=await this.raw.xRead(r,n)}catch(e){if(this.destroying&&ba(e))return null;throw ba(e)?new ge(e.message,e):e}return i?i.map(e=>[e.name,e.messages.map(e=>[e.id,Object.entries(e.message).flat()])]):null}async xtrim(e,t,n,r){let i=r?.approximate===!1?void 0:`~`;return await this.raw.xTrim(e,t,n,{strategyModifier:i})}async bzpopmin(e,t){let n;try{n=await this.raw.bzPopMin(e,t)}catch(e){if(this.destroying&&ba(e))return null;throw ba(e)?new ge(e.message,e):e}return n?[n.key,n.value,String(n.score)]:null}async info(){return await this.raw.info()}async clientSetName(e){return await this.raw.clientSetName(e)}async clientList(){return await this.raw.sendCommand([`CLIENT`,`LIST`])}async clientInfo(){return await this.raw.sendCommand([`CLIENT`,`INFO`])}async scan(e,t){let n={};t?.MATCH&&(n.MATCH=t.MATCH),t?.COUNT&&(n.COUNT=t.COUNT);let r=await this.raw.scan(String(e),n);return[String(r.cursor),r.keys]}scanStream(e){let t=this.raw,n=this.connectPromise,r={};e.match&&(r.MATCH=e.match),e.count&&(r.COUNT=e.count);let i=new p({objectMode:!0,async read(){var e,a,o,s;try{n&&await n;try{for(var c=!0,l=Jr(t.scanIterator(r)),u;u=await l.next(),e=u.done,!e;c=!0){s=u.value,c=!1;let e=s;if(!i.push(Array.isArray(e)?e:[e]))return}}catch(e){a={error:e}}finally{try{!c&&!e&&(o=l.return)&&await o.call(l)}finally{if(a)throw a.error}}i.push(null)}catch(e){i.destroy(e)}}});return i}async keys(e){return await this.raw.keys(e)}async exists(...e){return e.length===0?0:await this.raw.exists(e)}async zadd(e,...t){let n=[];for(let e=0;e<t.length;e+=2)n.push({score:Number(t[e]),value:String(t[e+1])});return await this.raw.zAdd(e,n)}async zrem(e,...t){return await this.raw.zRem(e,t)}async xlen(e){return await this.raw.xLen(e)}async xrevrange(e,t,n,...r){let i={};return r[0]===`COUNT`&&(i.COUNT=Number(r[1])),(await this.raw.xRevRange(e,t,n,i)).map(e=>[e.id,Object.entries(e.message).flat()])}async sadd(e,...t){return await this.raw.sAdd(e,t.map(String))}async scard(e){return await this.raw.sCard(e)}async lpush(e,...t){return await this.raw.lPush(e,t)}async rpop(e){return await this.raw.rPop(e)}async incr(e){return await this.raw.incr(e)}async incrby(e,t){return await this.raw.incrBy(e,t)}async flushall(){return await this.raw.flushAll()}},Ca=class{constructor(e,t){this.raw=e,this.scripts=t,this.transformers=[]}addIdentityTransformer(){this.transformers.push(e=>e)}hgetall(e){return this.raw.hGetAll(e),this.addIdentityTransformer(),this}hset(e,t){return this.raw.hSet(e,t),this.addIdentityTransformer(),this}hscan(e,t,n){let r={};return n?.COUNT!=null&&(r.COUNT=n.COUNT),this.raw.hScan(e,String(t),r),this.transformers.push(e=>{if(!e)return[`0`,[]];let t=[];for(let n of e.entries||[])t.push(n.field,n.value);return[String(e.cursor),t]}),this}smembers(e){return this.raw.sMembers(e),this.addIdentityTransformer(),this}sscan(e,t,n){let r={};return n?.COUNT!=null&&(r.COUNT=n.COUNT),this.raw.sScan(e,String(t),r),this.transformers.push(e=>e?[String(e.cursor),e.members||[]]:[`0`,[]]),this}zrange(e,t,n){return this.raw.zRange(e,t,n),this.addIdentityTransformer(),this}lrange(e,t,n){return this.raw.lRange(e,t,n),this.addIdentityTransformer(),this}llen(e){return this.raw.lLen(e),this.addIdentityTransformer(),this}del(...e){return e.length>0&&(this.raw.del(e),this.addIdentityTransformer()),this}runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}" in transaction`);let r=ya(t),{sha:i,lua:a,numberOfKeys:o}=n,s=r.slice(0,o).map(String),c=r.slice(o).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));return this.raw.evalSha(i,{keys:s,arguments:c}),this.addIdentityTransformer(),this}async exec(){let e=await this.raw.exec();return e?e.map((e,t)=>{if(e instanceof Error)return[e,null];let n=this.transformers[t];return[null,n?n(e):e]}):null}};function wa(e){return e.length===1&&Array.isArray(e[0])?e[0]:e}function Ta(e){let t=e?.message??``;return t===`Socket closed unexpectedly`||t.startsWith(`Connection closed`)||t===`Connection is closed.`||t===`Connection has failed`}function Ea(e){return e==null?[]:Array.isArray(e)?e.map(String):e instanceof Set?Array.from(e,e=>String(e)):[]}function Da(e,t){return new Oa(e,t)}var Oa=class e extends m{get status(){return this.statusOverride?this.statusOverride:this.closed?`end`:this.ready?`ready`:this.raw?.connected?`connect`:this.hasConnected?`end`:`wait`}set status(e){e===`end`&&(this.closing=!0,this.closed=!0),this.statusOverride=e}get options(){return{}}set options(e){}constructor(e,t){super(),this.raw=e,this.scripts=new Map,this.loadedScriptShas=new Set,this.hasConnected=!1,this.closed=!1,this.closing=!1,this.reconnecting=!1,this.reconnectTimer=null,this.reconnectAttempts=0,this.maxReconnectDelay=2e4,this.ready=!1,this.isCluster=!1,this.rawFactory=t?.rawFactory,this.raw&&this._setupCallbacks(),t?.lazyConnect||this.connect().catch(()=>{})}_setupCallbacks(){this.raw.onconnect=()=>{this._handleConnected()},this.raw.onclose=e=>{this.ready=!1,this.closing?(this.closed=!0,this.emit(`close`),this.emit(`end`)):(this.closed=!0,this.emit(`close`),e&&this.emit(`error`,e),this._scheduleReconnect())}}_handleConnected(){this.hasConnected=!0,this.ready=!1,this.closed=!1,this.closing=!1,this.reconnecting=!1,this.reconnectAttempts=0,this.statusOverride=void 0,this.loadedScriptShas.clear();let e=()=>{this.ready=!0,this.emit(`ready`)},t=this.connectionName?this.clientSetName(this.connectionName).then(e,e):(e(),Promise.resolve());return this.readying=t.finally(()=>{this.readying===t&&(this.readying=void 0)}),this.readying}_scheduleReconnect(){if(this.closing||this.reconnecting)return;this.reconnecting=!0,this.reconnectAttempts++;let e=Math.max(Math.min(Math.exp(this.reconnectAttempts)*100,this.maxReconnectDelay),1e3);this.reconnectTimer=setTimeout(async()=>{if(this.reconnectTimer=null,this.closing)this.reconnecting=!1;else try{let e=this.raw?await this._duplicateRaw(this.raw):await this.rawFactory();this.rawFactory=void 0,this.raw=e,this.closed=!1,this.connecting=void 0,this._setupCallbacks(),await e.connect()}catch{this.reconnecting=!1,this.closing||this._scheduleReconnect()}},e)}async connect(){!this.raw&&(this.rawFactory||this.materializing)&&await this._materializeRaw();let e=this.hasConnected&&(this.closed||!this.raw.connected);this.reconnectTimer&&=(clearTimeout(this.reconnectTimer),null),this.reconnecting=!1,this.raw.connected&&!e?(this.hasConnected=!0,this.closed=!1,this.closing=!1,this.statusOverride=void 0,this.ready||await(this.readying??this._handleConnected())):(this.connecting||=(this.closed=!1,this.closing=!1,this.statusOverride=void 0,e&&(this.raw=await this._duplicateRaw(this.raw),this._setupCallbacks()),this.raw.connect().then(()=>{this.hasConnected=!0,this.closed=!1,this.closing=!1,this.statusOverride=void 0}).finally(()=>{this.connecting=void 0})),await this.connecting,await this.readying,!this.ready&&!this.closed&&!this.closing&&this.raw?.connected&&await new Promise(e=>{let t=()=>{this.off(`ready`,n),this.off(`close`,n),this.off(`end`,n)},n=()=>{t(),e()};this.on(`ready`,n),this.on(`close`,n),this.on(`end`,n),(this.ready||this.closed||this.closing||!this.raw?.connected)&&n()}))}_closeRaw(){this.reconnectTimer&&=(clearTimeout(this.reconnectTimer),null),this.reconnecting=!1,this.rawFactory=void 0;let e=this.raw;e&&(e.onconnect=()=>{},e.onclose=()=>{},e.onerror=()=>{},e.connected&&setImmediate(()=>{try{e.connected&&e.close()}catch{}}))}disconnect(e){if(!this.closed||e){if(e){this.closed=!0,this.statusOverride=void 0;let e=this.raw;e&&(e.onclose=()=>{},e.connected&&setImmediate(()=>{try{e.connected&&e.close()}catch{}})),this.emit(`close`),this._scheduleReconnect()}else this.closing=!0,this.closed=!0,this.statusOverride=`end`,this._closeRaw(),this.emit(`close`),this.emit(`end`)}}async quit(){return this.closed?(setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`):(this.closing=!0,this.closed=!0,this.statusOverride=`end`,this._closeRaw(),setImmediate(()=>{this.emit(`end`),this.emit(`close`)}),`OK`)}async _duplicateRaw(e){if(typeof e.duplicate==`function`)return await e.duplicate();let t=e.constructor;return new t(e.url)}_materializeRaw(){if(this.raw)return Promise.resolve(this.raw);if(this.materializing)return this.materializing;let e=this.rawFactory;if(!e)return Promise.resolve(this.raw);let t=e().then(e=>(this.raw=e,this.rawFactory=void 0,this._setupCallbacks(),e)).finally(()=>{this.materializing===t&&(this.materializing=void 0)});return this.materializing=t,t}async _ensureRaw(){return this.raw||await this.connect(),this.raw}duplicate(...t){let n=new e(void 0,{rawFactory:async()=>this._duplicateRaw(await this._ensureRaw())});for(let[e,t]of this.scripts)n.scripts.set(e,t),n[e]=(...t)=>n.runCommand(e,t);let r=t[0];return r&&typeof r==`object`&&r.connectionName&&(n.connectionName=r.connectionName),n}defineCommand(e,t){let n=g(`sha1`).update(t.lua).digest(`hex`);this.scripts.set(e,{sha:n,lua:t.lua,numberOfKeys:t.numberOfKeys}),this[e]=(...t)=>this.runCommand(e,t)}async runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}"`);let r=wa(t),{sha:i,lua:a,numberOfKeys:o}=n,s=r.slice(0,o).map(String),c=r.slice(o).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e)),l=[i,String(s.length),...s,...c];return(async()=>{var e;try{let e=await this.sendCommand(`EVALSHA`,l);return this.loadedScriptShas.add(i),e}catch(t){if(((e=t?.message)?.includes)?.call(e,`NOSCRIPT`)){let e=[a,String(s.length),...s,...c],t=await this.sendCommand(`EVAL`,e);return this.loadedScriptShas.add(i),t}throw t}})()}async ensureScriptsLoaded(e){let t=[],n=new Set;for(let r of e)this.loadedScriptShas.has(r.sha)||n.has(r.sha)||(n.add(r.sha),t.push(r));t.length!==0&&await Promise.all(t.map(async e=>{await this.sendCommand(`SCRIPT`,[`LOAD`,e.lua]),this.loadedScriptShas.add(e.sha)}))}sendCommand(e,t){return this.closing||this.closed?Promise.reject(new ge(`Connection is closed`)):this.raw?this.raw.send(e,t).catch(e=>{if(Ta(e))return this.closing||this.closed?null:Promise.reject(new ge(e.message,e));throw e}):this.connect().then(()=>this.sendCommand(e,t))}multi(){return new ka(this.scripts,!0,this)}pipeline(){return new ka(this.scripts,!1,this)}async hgetall(e){let t=await this.sendCommand(`HGETALL`,[e]);if(!t||Array.isArray(t)&&t.length===0)return{};if(Array.isArray(t)){let e={};for(let n=0;n<t.length;n+=2)e[String(t[n])]=String(t[n+1]);return e}return t}async hget(e,t){return await this.sendCommand(`HGET`,[e,t])??null}async hmget(e,...t){return(await this.sendCommand(`HMGET`,[e,...t])||[]).map(e=>e??null)}async hset(e,t,...n){let r;if(typeof t==`object`){r=[e];for(let[e,n]of Object.entries(t))r.push(e,String(n))}else{r=[e,t,String(n[0])];for(let e=1;e<n.length;e+=2)r.push(String(n[e]),String(n[e+1]))}return await this.sendCommand(`HSET`,r)}async hdel(e,...t){return await this.sendCommand(`HDEL`,[e,...t])}async hexists(e,t){let n=await this.sendCommand(`HEXISTS`,[e,t]);return+(n===!0||n===1)}async get(e){return await this.sendCommand(`GET`,[e])??null}async set(e,t,n){let r=[e,String(t)];return n?.PX==null?n?.EX!=null&&r.push(`EX`,String(n.EX)):r.push(`PX`,String(n.PX)),await this.sendCommand(`SET`,r)}async del(...e){return e.length===0?0:await this.sendCommand(`DEL`,e)}async zrange(e,t,n,r){let i=[e,String(t),String(n)];r?.WITHSCORES&&i.push(`WITHSCORES`);let a=await this.sendCommand(`ZRANGE`,i);return a?r?.WITHSCORES&&a.length>0&&Array.isArray(a[0])?a.flatMap(e=>[String(e[0]),String(e[1])]):a.map(String):[]}async zrevrange(e,t,n,r){let i=[e,String(t),String(n)];r?.WITHSCORES&&i.push(`WITHSCORES`),i.push(`REV`);let a=await this.sendCommand(`ZRANGE`,i);return a?r?.WITHSCORES&&a.length>0&&Array.isArray(a[0])?a.flatMap(e=>[String(e[0]),String(e[1])]):a.map(String):[]}async zcard(e){return await this.sendCommand(`ZCARD`,[e])}async zscore(e,t){let n=await this.sendCommand(`ZSCORE`,[e,t]);return n==null?null:String(n)}async lrange(e,t,n){return(await this.sendCommand(`LRANGE`,[e,String(t),String(n)])||[]).map(String)}async llen(e){return await this.sendCommand(`LLEN`,[e])}async ltrim(e,t,n){return await this.sendCommand(`LTRIM`,[e,String(t),String(n)]),`OK`}async lpos(e,t){return await this.sendCommand(`LPOS`,[e,t])??null}async smembers(e){return Ea(await this.sendCommand(`SMEMBERS`,[e]))}async xadd(e,t,n,r){let i=[e];r?.MAXLEN!=null&&(i.push(`MAXLEN`),r.approximate!==!1&&i.push(`~`),i.push(String(r.MAXLEN))),i.push(t);for(let[e,t]of Object.entries(n))i.push(e,String(t));return await(await this._ensureRaw()).send(`XADD`,i)}async xread(e,t){let n=[];t?.COUNT!=null&&n.push(`COUNT`,String(t.COUNT)),t?.BLOCK!=null&&n.push(`BLOCK`,String(t.BLOCK)),n.push(`STREAMS`);for(let t of e)n.push(t.key);for(let t of e)n.push(t.id);let r;try{r=await this.sendCommand(`XREAD`,n)}catch(e){if(this.closing)return null;throw e}return r?Array.isArray(r)?r.map(e=>[String(e[0]),(e[1]||[]).map(e=>[String(e[0]),(e[1]||[]).map(String)])]):Object.entries(r).map(([e,t])=>[e,(t||[]).map(e=>[String(e[0]),(e[1]||[]).map(String)])]):null}async xtrim(e,t,n,r){let i=[e,t];return r?.approximate!==!1&&i.push(`~`),i.push(String(n)),await this.sendCommand(`XTRIM`,i)}async bzpopmin(e,t){let n;try{n=await this.sendCommand(`BZPOPMIN`,[e,String(t)])}catch(e){if(this.closing)return null;throw e}return!n||n.length===0?null:[String(n[0]),String(n[1]),String(n[2])]}async info(){return await this.sendCommand(`INFO`,[])}async clientSetName(e){return await this.sendCommand(`CLIENT`,[`SETNAME`,e])}async clientList(){return await this.sendCommand(`CLIENT`,[`LIST`])}async clientInfo(){return await this.sendCommand(`CLIENT`,[`INFO`])}async scan(e,t){let n=[String(e)];t?.MATCH&&n.push(`MATCH`,t.MATCH),t?.COUNT&&n.push(`COUNT`,String(t.COUNT));let r=await this.sendCommand(`SCAN`,n),i=r[1];return[String(r[0]),Array.isArray(i)?i.map(String):[]]}scanStream(e){let t=this,n=`0`,r=!1,i=new p({objectMode:!0,async read(){if(r&&n===`0`)i.push(null);else{r=!0;try{for(;;){let[r,a]=await t.scan(n,{MATCH:e.match,COUNT:e.count});if(n=r,a.length>0){i.push(a),n===`0`&&i.push(null);return}if(n===`0`){i.push(null);return}}}catch(e){i.destroy(e)}}}});return i}async keys(e){return(await this.sendCommand(`KEYS`,[e])||[]).map(String)}async exists(...e){if(e.length===0)return 0;let t=await this.sendCommand(`EXISTS`,e);return typeof t==`boolean`?+!!t:t}async zadd(e,...t){let n=[e];for(let e=0;e<t.length;e+=2)n.push(String(t[e]),String(t[e+1]));return await this.sendCommand(`ZADD`,n)}async zrem(e,...t){return await this.sendCommand(`ZREM`,[e,...t])}async xlen(e){return await this.sendCommand(`XLEN`,[e])}async xrevrange(e,t,n,...r){let i=[e,t,n];r[0]===`COUNT`&&i.push(`COUNT`,String(r[1]));let a=await this.sendCommand(`XREVRANGE`,i);return a?a.map(e=>[String(e[0]),(e[1]||[]).map(String)]):[]}async sadd(e,...t){return await this.sendCommand(`SADD`,[e,...t.map(String)])}async scard(e){return await this.sendCommand(`SCARD`,[e])}async lpush(e,...t){return await this.sendCommand(`LPUSH`,[e,...t])}async rpop(e){return await this.sendCommand(`RPOP`,[e])??null}async incr(e){return await this.sendCommand(`INCR`,[e])}async incrby(e,t){return await this.sendCommand(`INCRBY`,[e,String(t)])}async flushall(){return await this.sendCommand(`FLUSHALL`,[])}},ka=class{constructor(e,t,n){this.scripts=e,this.transactional=t,this.adapter=n,this.commands=[],this.transformers=[],this.scriptsToLoad=[]}addCommand(e,t,n){this.commands.push({cmd:e,args:t}),this.transformers.push(n||(e=>e))}hgetall(e){return this.addCommand(`HGETALL`,[e],e=>{if(!e||Array.isArray(e)&&e.length===0)return{};if(Array.isArray(e)){let t={};for(let n=0;n<e.length;n+=2)t[String(e[n])]=String(e[n+1]);return t}return e}),this}hset(e,t){let n=[e];for(let[e,r]of Object.entries(t))n.push(e,String(r));return this.addCommand(`HSET`,n),this}hscan(e,t,n){let r=[e,String(t)];return n?.COUNT!=null&&r.push(`COUNT`,String(n.COUNT)),this.addCommand(`HSCAN`,r,e=>e&&Array.isArray(e)?[String(e[0]),Ea(e[1])]:[`0`,[]]),this}smembers(e){return this.addCommand(`SMEMBERS`,[e],e=>Ea(e)),this}sscan(e,t,n){let r=[e,String(t)];return n?.COUNT!=null&&r.push(`COUNT`,String(n.COUNT)),this.addCommand(`SSCAN`,r,e=>e&&Array.isArray(e)?[String(e[0]),Ea(e[1])]:[`0`,[]]),this}zrange(e,t,n){return this.addCommand(`ZRANGE`,[e,String(t),String(n)],e=>Array.isArray(e)?e.map(String):[]),this}lrange(e,t,n){return this.addCommand(`LRANGE`,[e,String(t),String(n)],e=>Array.isArray(e)?e.map(String):[]),this}llen(e){return this.addCommand(`LLEN`,[e]),this}del(...e){return e.length>0&&this.addCommand(`DEL`,e),this}runCommand(e,t){let n=this.scripts.get(e);if(!n)throw Error(`BullMQ: unknown command "${e}" in transaction`);let r=wa(t),{sha:i,numberOfKeys:a}=n,o=r.slice(0,a).map(String),s=r.slice(a).map(e=>Buffer.isBuffer(e)?e:e==null?``:String(e));return this.scriptsToLoad.push(n),this.addCommand(`EVALSHA`,[i,String(o.length),...o,...s]),this}async exec(){if(this.commands.length===0)return[];if(this.scriptsToLoad.length>0&&await this.adapter.ensureScriptsLoaded(this.scriptsToLoad),!this.transactional)return(await Promise.allSettled(this.commands.map(({cmd:e,args:t})=>this.adapter.sendCommand(e,t)))).map((e,t)=>{if(e.status===`rejected`)return[e.reason,null];let n=this.transformers[t];return[null,n?n(e.value):e.value]});let e=e=>{},t=await this.adapter._ensureRaw();try{t.send(`MULTI`,[]).catch(e);for(let{cmd:n,args:r}of this.commands)t.send(n,r).catch(e);let n=await t.send(`EXEC`,[]);return n?n.map((e,t)=>{if(e instanceof Error)return[e,null];let n=this.transformers[t];return[null,n?n(e):e]}):null}catch(e){try{await t.send(`DISCARD`,[])}catch{}throw e}}};const Aa=Symbol(`bullmqClusterReconnectPromise`),ja=Symbol(`bullmqClusterPatchedForBlocking`),Ma=Symbol(`bullmqClusterOriginalBzpopmin`),Na=Symbol(`bullmqClusterWrappedBzpopmin`),Pa=Symbol(`bullmqClusterPatchRefCount`),Fa=Symbol(`bullmqClusterClosingRefCount`),Ia=3e4;function La(){try{if(typeof t==`function`){let e=o();return e.default??e}}catch{}throw Error("BullMQ could not load the optional 'ioredis' package. Install it with `npm install ioredis`, or provide a different Redis client instance (e.g. node-redis) via the connection option. In a native ESM environment, pass an already-constructed client instance instead of connection options.")}function Ra(e){if(va(e))return e;let t=typeof e.defineCommand==`function`;return!t&&typeof e.sendCommand==`function`&&(`isOpen`in e||`isReady`in e)?xa(e):!t&&typeof e.send==`function`&&`connected`in e?Da(e):ga(e)}var za=class e extends m{constructor(e,t){if(super(),this.extraOptions=t,this.capabilities={canDoubleTimeout:!1,canBlockFor1Ms:!0},this.status=`initializing`,this.dbType=`redis`,this.packageVersion=hr,this.disabledBlockingClusterReconnect=!1,this.extraOptions=Object.assign({shared:!1,blocking:!0,skipVersionCheck:!1,skipWaitingForReady:!1,clusterReconnectTimeoutMs:Ia},t),!bt(e))this.checkBlockingOptions(`BullMQ: WARNING! Your redis options maxRetriesPerRequest must be null and will be overridden by BullMQ.`,e),this.opts=Object.assign({port:6379,host:`127.0.0.1`,retryStrategy:function(e){return Math.max(Math.min(Math.exp(e),2e4),1e3)}},e),this.extraOptions.blocking&&(this.opts.maxRetriesPerRequest=null);else{if(this._client=Ra(e),this._client.options.keyPrefix)throw Error(`BullMQ: ioredis does not support ioredis prefixes, use the prefix option instead.`);this.opts=this._client.isCluster?this._client.options.redisOptions:this._client.options,this.checkBlockingOptions(`BullMQ: Your redis options maxRetriesPerRequest must be null.`,this.opts,!0)}this.skipVersionCheck=t?.skipVersionCheck||!!(this.opts&&this.opts.skipVersionCheck),this.handleClientError=e=>{this.emit(`error`,e)},this.handleClientClose=()=>{this.emit(`close`)},this.handleClientReady=()=>{this.emit(`ready`)},this.initializing=this.init(),this.initializing.catch(e=>{this.listenerCount(`error`)>0&&this.emit(`error`,e)})}checkBlockingOptions(e,t,n=!1){if(this.extraOptions.blocking&&t&&t.maxRetriesPerRequest){if(n)throw Error(e);console.error(e)}}static async waitUntilReady(e){if(e.status===`ready`||e.status===`connect`&&xt(e))return;if(e.status===`wait`)return e.connect();if(e.status===`end`)throw new ge(he);let t,n,r;try{await new Promise((i,a)=>{let o;r=e=>{o=e},t=()=>{i()},n=()=>{e.status===`end`?o?a(o):i():a(o||new ge(`Connection is closed.`))},gt(e,3),e.once(`ready`,t),e.on(`end`,n),e.once(`error`,r)})}finally{e.removeListener(`end`,n),e.removeListener(`error`,r),e.removeListener(`ready`,t),St(e,3)}}get client(){return this.initializing}loadCommands(e,t){let n=t||ma;for(let t in n){let r=`${n[t].name}:${e}`;this._client[r]||this._client.defineCommand(r,{numberOfKeys:n[t].keys,lua:n[t].content})}}async init(){if(!this._client){if(e.clientFactory)this._client=e.clientFactory(this.opts);else{let e=this.opts,{url:t}=e,n=Or(e,[`url`]),r=La(),i=t?new r(t,n):new r(n);this._client=ga(i)}}if(gt(this._client,3),this._client.on(`error`,this.handleClientError),this._client.on(`close`,this.handleClientClose),this._client.on(`ready`,this.handleClientReady),this.patchBlockingClusterClient(),this.extraOptions.skipWaitingForReady||await e.waitUntilReady(this._client),this.loadCommands(this.packageVersion),this._client.status!==`end`){let t=await this.getRedisVersionAndType();if(this.version=t.version,this.dbType=t.databaseType,this.skipVersionCheck!==!0&&!this.closing){if(Et(this.version,e.minimumVersion,this.dbType))throw Error(`Redis version needs to be greater or equal than ${e.minimumVersion} Current: ${this.version}`);Et(this.version,e.recommendedMinimumVersion,this.dbType)&&console.warn(`It is highly recommended to use a minimum Redis version of ${e.recommendedMinimumVersion}
             Current: ${this.version}`)}this.capabilities={canDoubleTimeout:!Et(this.version,`6.0.0`,this.dbType),canBlockFor1Ms:!Et(this.version,`7.0.8`,this.dbType)},this.status=`ready`}return this._client}patchBlockingClusterClient(){let t=this._client,n=t;if(!this.extraOptions.blocking||!xt(t)||typeof n.bzpopmin!=`function`)return;let r=this.extraOptions.clusterReconnectTimeoutMs??Ia;if(n[Pa]=(n[Pa]||0)+1,this.patchedBlockingClusterClient=n,n[ja])return;let i=n.bzpopmin,a=(...t)=>e.runWithClusterRecovery(n,r,()=>i.apply(n,t));n[Ma]=i,n[Na]=a,n[ja]=!0,n.bzpopmin=a}runWithClusterRecovery(t){let n=this.patchedBlockingClusterClient;return n?e.runWithClusterRecovery(n,this.extraOptions.clusterReconnectTimeoutMs??Ia,t):t()}static async runWithClusterRecovery(t,n,r){await e.reconnectClusterIfNeeded(t,n);try{return await r()}catch(r){let i=r;if(e.shouldReconnectClusterAfterError(t,i))try{await e.reconnectCluster(t,n)}catch{}throw i}}disableBlockingClusterReconnect(){let e=this.patchedBlockingClusterClient;e&&!this.disabledBlockingClusterReconnect&&(e[Fa]=(e[Fa]||0)+1,this.disabledBlockingClusterReconnect=!0)}releaseBlockingClusterClientPatch(){let e=this.patchedBlockingClusterClient;if(!e)return;if(this.disabledBlockingClusterReconnect){let t=(e[Fa]||1)-1;t>0?e[Fa]=t:delete e[Fa],this.disabledBlockingClusterReconnect=!1}let t=(e[Pa]||1)-1;t>0?(e[Pa]=t,this.patchedBlockingClusterClient=void 0):(e[Ma]&&e.bzpopmin===e[Na]&&(e.bzpopmin=e[Ma]),delete e[Pa],delete e[Fa],delete e[Ma],delete e[Na],delete e[ja],this.patchedBlockingClusterClient=void 0)}static isClusterWithEmptyNodes(e){return typeof e.nodes==`function`&&e.nodes().length===0}static isReconnectingDisabled(e){let t=e[Pa]||0,n=e[Fa]||0;return t===0||n>=t||e.status===`end`||e.status===`closing`}static async reconnectClusterIfNeeded(t,n){!e.isReconnectingDisabled(t)&&e.isClusterWithEmptyNodes(t)&&await e.reconnectCluster(t,n)}static shouldReconnectClusterAfterError(t,n){if(e.isReconnectingDisabled(t))return!1;let r=[n.message,n.cause?.message,n.lastNodeError?.message].join(` `);return e.isClusterWithEmptyNodes(t)||/Command timed out|Failed to refresh slots cache/i.test(r)}static async reconnectCluster(t,n){e.isReconnectingDisabled(t)||(t[Aa]||(t[Aa]=e.connectClusterWithTimeout(t,n).finally(()=>{t[Aa]=null})),await t[Aa])}static async connectClusterWithTimeout(e,t){e.disconnect(!1);let n;try{await Promise.race([e.connect(),new Promise((e,r)=>{var i;n=setTimeout(()=>{r(new ge(`BullMQ: cluster reconnect timed out after ${t}ms`))},t),(i=n.unref)==null||i.call(n)})])}finally{n&&clearTimeout(n)}}async disconnect(e=!0){let t=await this.client;if(t.status!==`end`){let n,r;if(!e)return t.disconnect();let i=new Promise((e,i)=>{gt(t,2),t.once(`end`,e),t.once(`error`,i),n=e,r=i});t.disconnect();try{await i}finally{St(t,2),t.removeListener(`end`,n),t.removeListener(`error`,r)}}}async reconnect(){let t=await this.client;for(;;){if(t.status===`ready`||t.status===`connect`&&xt(t))return;if(t.status===`wait`||t.status===`end`)return t.connect();try{await e.waitUntilReady(t)}catch(e){if(![`end`,`connecting`,`connect`,`reconnecting`].includes(t.status))throw e}}}async close(e=!1){var t;if(!this.closing){let n=this.status;this.status=`closing`,this.closing=!0,this.disableBlockingClusterReconnect();try{n===`ready`&&await this.initializing,this.extraOptions.shared||(n==`initializing`||e?(this._client.disconnect(),(t=this.initializing)==null||t.catch(()=>{})):await this._client.quit(),this._client.status=`end`)}catch(e){if(Tt(e))throw e}finally{this.releaseBlockingClusterClientPatch(),this._client.off(`error`,this.handleClientError),this._client.off(`close`,this.handleClientClose),this._client.off(`ready`,this.handleClientReady),St(this._client,3),this.removeAllListeners(),this.status=`closed`}}}async getRedisVersionAndType(){if(this.skipVersionCheck)return{version:e.minimumVersion,databaseType:`redis`};let t=(await this._client.info()).split(/\r?\n/),n,r=`redis`;for(let e=0;e<t.length;e++){let i=t[e];if(i.includes(`dragonfly_version:`)||i.includes(`server:Dragonfly`)?(r=`dragonfly`,i.indexOf(`dragonfly_version:`)===0&&(n=i.substr(18))):i.includes(`valkey_version:`)||i.includes(`server:Valkey`)?(r=`valkey`,i.indexOf(`valkey_version:`)===0&&(n=i.substr(15))):i.indexOf(`redis_version:`)===0&&(n=i.substr(14),r===`redis`&&(r=`redis`)),i.indexOf(`maxmemory_policy:`)===0){let e=i.substr(17);e!==`noeviction`&&console.warn(`IMPORTANT! Eviction policy is ${e}. It should be "noeviction"`)}}if(!n){for(let e of t)if(e.includes(`version:`)){let t=e.split(`:`);if(t.length>=2){n=t[1];break}}}return{version:n||e.minimumVersion,databaseType:r}}get redisVersion(){return this.version}get databaseType(){return this.dbType}};za.minimumVersion=`5.0.0`,za.recommendedMinimumVersion=`6.2.0`;const Ba=(e,t)=>va(e)||typeof e.defineCommand==`function`?(va(e)?e:ga(e)).duplicate(t?{connectionName:t}:void 0):e.duplicate(t?{name:t}:void 0),Va=(e,t)=>{let n=Buffer.from(e).toString(`base64`),r=t.name,i=`${t.prefix??`bull`}:${n}${r?`:w:${r}`:``}`;return new za(bt(t.connection)?Ba(t.connection,i):Object.assign(Object.assign({},t.connection),{connectionName:i}),{shared:!1,blocking:!0,skipVersionCheck:t.skipVersionCheck})};let Ha=(e,t,{blocking:n=!1,withBlockingConnection:r=!1}={})=>{let i=new za(n&&bt(t.connection)?Ba(t.connection):t.connection,{shared:!n&&bt(t.connection),blocking:n,skipVersionCheck:t.skipVersionCheck,skipWaitingForReady:t.skipWaitingForReady}),a=r?Va(e,t):void 0,o=new _r(t.prefix);return new xr(i,e,o.getKeys(e),t=>o.toKey(e,t),t,a)};function Ua(){return Ha}const Wa=d(`bull`),Ga=2**21-1;var Ka=class e{constructor(e,t,n,r={},i){this.queue=e,this.name=t,this.data=n,this.opts=r,this.id=i,this.progress=0,this.returnvalue=null,this.stacktrace=null,this.delay=0,this.priority=0,this.attemptsStarted=0,this.attemptsMade=0,this.stalledCounter=0;let a=this.opts,{repeatJobKey:o}=a,s=Or(a,[`repeatJobKey`]);this.opts=Object.assign({attempts:0},s),this.delay=this.opts.delay,this.priority=this.opts.priority||0,this.repeatJobKey=o,this.timestamp=r.timestamp?r.timestamp:Date.now(),this.opts.backoff=E.normalize(r.backoff),this.parentKey=Ct(r.parent),r.parent&&(this.parent={id:r.parent.id,queueKey:r.parent.queue},r.failParentOnFailure&&(this.parent.fpof=!0),r.removeDependencyOnFailure&&(this.parent.rdof=!0),r.ignoreDependencyOnFailure&&(this.parent.idof=!0),r.continueParentOnFailure&&(this.parent.cpof=!0)),this.deduplicationId=this.opts.deduplication?.id,this.toKey=e.toKey.bind(e),this.createBackend(),this.queueQualifiedName=e.qualifiedName}static async create(e,t,n,r){let i=new this(e,t,n,r,r&&r.jobId),a=i.asJSON();return i.validateOptions(a),i.id=await i.backend.addJob(a,i.id,{parentKey:i.parentKey,parentDependenciesKey:i.parentKey?`${i.parentKey}:dependencies`:``}),i}static async createBulk(e,t){let n=t.map(t=>new this(e,t.name,t.data,t.opts,t.opts?.jobId)),r=e.backend,i=n.map(e=>{let t=e.asJSON();return e.validateOptions(t),{job:t,jobId:e.id,parentKeyOpts:{parentKey:e.parentKey,parentDependenciesKey:e.parentKey?`${e.parentKey}:dependencies`:``}}}),a=await r.addJobs(i);return n.forEach((e,t)=>{e.id=a[t]}),n}static fromJSON(e,t,n){let r=JSON.parse(t.data||`{}`),i=new this(e,t.name,r,t.opts,t.id||n);return i.progress=t.progress??0,i.delay=t.delay,i.priority=t.priority,i.timestamp=t.timestamp,t.finishedOn&&(i.finishedOn=t.finishedOn),t.processedOn&&(i.processedOn=t.processedOn),t.repeatJobKey&&(i.repeatJobKey=t.repeatJobKey),t.deduplicationId&&(i.deduplicationId=t.deduplicationId),t.failedReason&&(i.failedReason=t.failedReason),i.attemptsStarted=t.attemptsStarted??0,i.attemptsMade=t.attemptsMade??0,i.stalledCounter=t.stalledCounter??0,t.deferredFailure&&(i.deferredFailure=t.deferredFailure),i.stacktrace=qa(t.stacktrace),typeof t.returnvalue==`string`&&(i.returnvalue=Ja(t.returnvalue)),i.parentKey=t.parentKey?t.parentKey:void 0,i.parent=t.parent?t.parent:void 0,t.processedBy&&(i.processedBy=t.processedBy),i}createBackend(){this.backend=this.queue.backend}static optsFromJSON(e,t=vt){let n=JSON.parse(e||`{}`),r=Object.entries(n),i={};for(let e of r){let[n,r]=e;t[n]?i[t[n]]=r:n===`tm`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{metadata:r}):n===`omc`?i.telemetry=Object.assign(Object.assign({},i.telemetry),{omitContext:r}):i[n]=r}return i}static async fromId(e,t){if(t){let n=await e.backend.getJobData(t);return n?this.fromJSON(e,n,t):void 0}}static addJobLog(e,t,n,r){return e.backend.addLog(t,n,r)}toJSON(){let e=this,{queue:t,backend:n}=e;return Or(e,[`queue`,`backend`])}asJSON(){return Ot({id:this.id,name:this.name,data:JSON.stringify(this.data===void 0?{}:this.data),opts:this.opts,parent:this.parent?Object.assign({},this.parent):void 0,parentKey:this.parentKey,progress:this.progress,attemptsMade:this.attemptsMade,attemptsStarted:this.attemptsStarted,stalledCounter:this.stalledCounter,finishedOn:this.finishedOn,processedOn:this.processedOn,timestamp:this.timestamp,failedReason:JSON.stringify(this.failedReason),stacktrace:JSON.stringify(this.stacktrace),deduplicationId:this.deduplicationId,repeatJobKey:this.repeatJobKey,returnvalue:JSON.stringify(this.returnvalue)})}asJSONSandbox(){return Object.assign(Object.assign({},this.asJSON()),{queueName:this.queueName,queueQualifiedName:this.queueQualifiedName,prefix:this.prefix})}updateData(e){return this.data=e,this.backend.updateData(this,e)}async updateProgress(e){this.progress=e,await this.backend.updateProgress(this.id,e),this.queue.emit(`progress`,this,e)}async log(t){return e.addJobLog(this.queue,this.id,t,this.opts.keepLogs)}async removeChildDependency(){return await this.backend.removeChildDependency(this.id,this.parentKey)?(this.parent=void 0,this.parentKey=void 0,!0):!1}async clearLogs(e){await this.backend.clearLogs(this.id,e)}async remove({removeChildren:e=!0}={}){await this.queue.waitUntilReady();let t=this.queue,n=this;if(await this.backend.remove(n.id,e))t.emit(`removed`,n);else throw Error(`Job ${this.id} could not be removed because it is locked by another worker`)}async removeUnprocessedChildren(){let e=this.id;await this.backend.removeUnprocessedChildren(e)}extendLock(e,t){return this.backend.extendLock(this.id,e,t)}async moveToCompleted(e,t,n=!0){return this.queue.trace(M.INTERNAL,`complete`,this.queue.name,async r=>{if(this.setSpanJobAttributes(r),await this.queue.waitUntilReady(),this.returnvalue=e||void 0,ut(JSON.stringify,JSON,[e])===lt)throw lt.value;let{result:i,finishedOn:a}=await this.backend.moveToCompleted(this,e,this.opts.removeOnComplete,t,n);return this.finishedOn=a,this.attemptsMade+=1,this.recordJobMetrics(`completed`),i})}async moveToWait(e){let t=await this.backend.moveJobFromActiveToWait(this.id,e);return this.recordJobMetrics(`waiting`),t}async shouldRetryJob(e){let t=this.queue.opts,n=e instanceof Pt||e.name==`UnrecoverableError`,r=!!t.maxStartedAttempts&&t.maxStartedAttempts<=this.attemptsStarted;if(this.attemptsMade+1<this.opts.attempts&&!n&&!r){let n=await E.calculate(this.opts.backoff,this.attemptsMade+1,e,this,t.settings&&t.settings.backoffStrategy);return[n!=-1,n==-1?0:n]}return[!1,0]}async moveToFailed(e,t,n=!1){this.failedReason=e?.message;let[r,i]=await this.shouldRetryJob(e);return this.queue.trace(M.INTERNAL,this.getSpanOperation(r,i),this.queue.name,async(a,o)=>{this.setSpanJobAttributes(a);let s;!this.opts?.telemetry?.omitContext&&o&&(s=o);let c;this.updateStacktrace(e);let l={failedReason:this.failedReason,stacktrace:JSON.stringify(this.stacktrace),tm:s},u;if(r)i?(c=await this.backend.moveToDelayed(this.id,Date.now(),i,t,{fieldsToUpdate:l,fetchNext:n}),this.recordJobMetrics(`delayed`)):(c=await this.backend.retryJob(this.id,this.opts.lifo,t,{fieldsToUpdate:l}),this.recordJobMetrics(`retried`));else{let e=await this.backend.moveToFailed(this,this.failedReason,this.opts.removeOnFail,t,n,l);c=e.result,u=e.finishedOn,this.recordJobMetrics(`failed`)}return u&&typeof u==`number`&&(this.finishedOn=u),i&&typeof i==`number`&&(this.delay=i),this.attemptsMade+=1,c})}getSpanOperation(e,t){return e?t?`delay`:`retry`:`fail`}recordJobMetrics(e){let t=this.queue.opts?.telemetry?.meter;if(!t)return;let n={[j.QueueName]:this.queue.name,[j.JobName]:this.name,[j.JobState]:e},r={completed:ie.JobsCompleted,failed:ie.JobsFailed,delayed:ie.JobsDelayed,retried:ie.JobsRetried,waiting:ie.JobsWaiting,"waiting-children":ie.JobsWaitingChildren}[e];if(t.createCounter(r,{description:`Number of jobs ${e}`,unit:`1`}).add(1,n),this.processedOn){let e=Date.now()-this.processedOn;t.createHistogram(ie.JobDuration,{description:`Job processing duration`,unit:`ms`}).record(e,n)}}isCompleted(){return this.isInState(`completed`)}isFailed(){return this.isInState(`failed`)}isDelayed(){return this.isInState(`delayed`)}isWaitingChildren(){return this.isInState(`waiting-children`)}isActive(){return this.isInState(`active`)}async isWaiting(){return this.isInState(`waiting`)}get queueName(){return this.queue.name}get prefix(){let e=this.queueQualifiedName,t=this.queueName;return e.length>t.length+1?e.slice(0,e.length-t.length-1):``}getState(){return this.backend.getState(this.id)}async changeDelay(e){await this.backend.changeDelay(this.id,e),this.delay=e}async changePriority(e){await this.backend.changePriority(this.id,e.priority,e.lifo),this.priority=e.priority||0}async getChildrenValues(){let e=await this.backend.getProcessedChildrenValues(this.id);if(e)return Dt(e)}async getIgnoredChildrenFailures(){return this.backend.getIgnoredChildrenFailures(this.id)}async getFailedChildrenValues(){return this.backend.getIgnoredChildrenFailures(this.id)}async getDependencies(e={}){return this.backend.getDependencies(this.id,e)}async getDependenciesCount(e={}){let t=[];Object.entries(e).forEach(([e,n])=>{n&&t.push(e)});let n=t.length?t:[`processed`,`unprocessed`,`ignored`,`failed`],r=await this.backend.getDependencyCounts(this.id,n),i={};return r.forEach((e,t)=>{i[`${n[t]}`]=e||0}),i}async waitUntilFinished(e,t){await this.queue.waitUntilReady();let n=this.id;return new Promise(async(r,i)=>{let a;t&&(a=setTimeout(()=>s(`Job wait ${this.name} timed out before finishing, no finish notification arrived after ${t}ms (id=${n})`),t));function o(e){u(),r(e.returnvalue)}function s(e){u(),i(Error(e.failedReason||e))}let c=`completed:${n}`,l=`failed:${n}`;e.on(c,o),e.on(l,s),this.queue.on(`closing`,s);let u=()=>{clearInterval(a),e.removeListener(c,o),e.removeListener(l,s),this.queue.removeListener(`closing`,s)};await e.waitUntilReady();let[d,f]=await this.backend.isFinished(n,!0);d!=0&&(d==-1||d==2?s({failedReason:f}):o({returnvalue:Ja(f)}))})}async moveToDelayed(e,t){let n=Date.now(),r=e-n,i=r>0?r:0;await this.backend.moveToDelayed(this.id,n,i,t,{skipAttempt:!0}),this.delay=i,this.recordJobMetrics(`delayed`)}async moveToWaitingChildren(e,t={}){let n=await this.backend.moveToWaitingChildren(this.id,e,t);return n&&this.recordJobMetrics(`waiting-children`),n}async promote(){let e=this.id;await this.backend.promote(e),this.delay=0}async retry(e=`failed`,t={}){await this.backend.retryFinishedJob(this,e,t),this.failedReason=null,this.finishedOn=null,this.processedOn=null,this.returnvalue=null,t.resetAttemptsMade&&(this.attemptsMade=0),t.resetAttemptsStarted&&(this.attemptsStarted=0)}async isInState(e){return this.backend.isJobInState(e,this.id)}addJob(e,t){let n=this.asJSON();return this.validateOptions(n),this.backend.addJobToTransaction(e,n,this.id,t)}toFlowEntry(e={}){let t=this.asJSON();return this.validateOptions(t),{jobData:t,jobId:this.id,parentKeyOpts:e,prefix:this.prefix,queueName:this.queueName}}async removeDeduplicationKey(){return this.deduplicationId?await this.backend.removeDeduplicationKey(this.deduplicationId,this.id)>0:!1}validateOptions(e){let t=[`removeDependencyOnFailure`,`failParentOnFailure`,`continueParentOnFailure`,`ignoreDependencyOnFailure`];if(this.opts.sizeLimit&&dt(e.data)>this.opts.sizeLimit)throw Error(`The size of job ${this.name} exceeds the limit ${this.opts.sizeLimit} bytes`);let n=t.filter(e=>this.opts[e]);if(n.length>1){let e=n.join(`, `);throw Error(`The following options cannot be used together: ${e}`)}if(this.opts?.jobId){if(`${parseInt(this.opts.jobId,10)}`===this.opts?.jobId)throw Error(`Custom Id cannot be integers`);if(this.opts?.jobId.includes(`:`)&&(this.opts?.jobId)?.split(`:`).length!==3)throw Error(`Custom Id cannot contain :`)}if(this.opts.priority){if(Math.trunc(this.opts.priority)!==this.opts.priority)throw Error(`Priority should not be float`);if(this.opts.priority>Ga)throw Error(`Priority should be between 0 and ${Ga}`)}if(this.opts.deduplication){if(!this.opts.deduplication?.id)throw Error(`Deduplication id must be provided`);if(this.parentKey)throw Error(`Deduplication and parent options cannot be used together`)}if(Object.prototype.hasOwnProperty.call(this.opts,`debounce`))throw Error(`Debounce option has been removed. Use deduplication option instead`);if(typeof this.opts.backoff==`object`&&typeof this.opts.backoff.jitter==`number`&&(this.opts.backoff.jitter<0||this.opts.backoff.jitter>1))throw Error(`Jitter should be between 0 and 1`)}updateStacktrace(e){this.stacktrace=this.stacktrace||[],e?.stack&&(this.stacktrace.push(e.stack),this.opts.stackTraceLimit===0?this.stacktrace=[]:this.opts.stackTraceLimit&&(this.stacktrace=this.stacktrace.slice(-this.opts.stackTraceLimit)))}setSpanJobAttributes(e){e?.setAttributes({[j.JobName]:this.name,[j.JobId]:this.id})}};function qa(e){if(!e)return[];let t=ut(JSON.parse,JSON,[e]);return t===lt||!(t instanceof Array)?[]:t}function Ja(e){let t=ut(JSON.parse,JSON,[e]);if(t!==lt)return t;Wa(`corrupted returnvalue: `+e,t)}var Ya=a((e=>{Object.defineProperty(e,"__esModule",{value:!0})})),Xa=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronField=void 0,e.CronField=class e{#e=!1;#t=!1;#n=!1;#r=[];options={rawValue:``};static get min(){throw Error(`min must be overridden`)}static get max(){throw Error(`max must be overridden`)}static get chars(){return Object.freeze([])}static get validChars(){return/^[?,*\dH/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}static get constraints(){return{min:this.min,max:this.max,chars:this.chars,validChars:this.validChars}}constructor(t,n={rawValue:``}){if(!Array.isArray(t))throw Error(`${this.constructor.name} Validation error, values is not an array`);if(!(t.length>0))throw Error(`${this.constructor.name} Validation error, values contains no values`);this.options={...n,rawValue:n.rawValue??``},this.#r=[...t].sort(e.sorter),this.#n=this.options.wildcard===void 0?this.#i():this.options.wildcard,this.#e=this.options.rawValue.includes(`L`)||t.includes(`L`),this.#t=this.options.rawValue.includes(`?`)||t.includes(`?`)}get min(){return this.constructor.min}get max(){return this.constructor.max}get chars(){return this.constructor.chars}get hasLastChar(){return this.#e}get hasQuestionMarkChar(){return this.#t}get isWildcard(){return this.#n}get values(){return this.#r}static sorter(e,t){let n=typeof e==`number`,r=typeof t==`number`;return n&&r?e-t:!n&&!r?e.localeCompare(t):n?-1:1}static findNearestValueInList(e,t,n){if(n){for(let n=e.length-1;n>=0;n--)if(e[n]<t)return e[n];return null}for(let n=0;n<e.length;n++)if(e[n]>t)return e[n];return null}findNearestValue(e,t){return this.constructor.findNearestValueInList(this.values,e,t)}serialize(){return{wildcard:this.#n,values:this.#r}}validate(){let e,t=this.chars.length>0?` or chars ${this.chars.join(``)}`:``,n=e=>t=>RegExp(`^\\d{0,2}${t}$`).test(e);if(!this.#r.every(t=>(e=t,typeof t==`number`?t>=this.min&&t<=this.max:this.chars.some(n(t)))))throw Error(`${this.constructor.name} Validation error, got value ${e} expected range ${this.min}-${this.max}${t}`);let r=this.#r.find((e,t)=>this.#r.indexOf(e)!==t);if(r!==void 0)throw Error(`${this.constructor.name} Validation error, duplicate values found: ${r}`)}#i(){return this.options.rawValue.length>0?[`*`,`?`].includes(this.options.rawValue):Array.from({length:this.max-this.min+1},(e,t)=>t+this.min).every(e=>this.#r.includes(e))}}})),Za=i({DateTime:()=>$,Duration:()=>Hu,FixedOffsetZone:()=>El,IANAZone:()=>pl,Info:()=>Gu,Interval:()=>Wu,InvalidZone:()=>Dl,Settings:()=>Q,SystemZone:()=>ll,VERSION:()=>cd,Zone:()=>sl});function Qa(e){let t=ul.get(e);return t===void 0&&(t=new Intl.DateTimeFormat(`en-US`,{hour12:!1,timeZone:e,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`,second:`2-digit`,era:`short`}),ul.set(e,t)),t}function $a(e,t){let n=e.format(t).replace(/\u200E/g,``),[,r,i,a,o,s,c,l]=/(\d+)\/(\d+)\/(\d+) (AD|BC),? (\d+):(\d+):(\d+)/.exec(n);return[a,r,i,o,s,c,l]}function eo(e,t){let n=e.formatToParts(t),r=[];for(let e=0;e<n.length;e++){let{type:t,value:i}=n[e],a=dl[t];t===`era`?r[a]=i:q(a)||(r[a]=parseInt(i,10))}return r}function to(e,t={}){let n=JSON.stringify([e,t]),r=ml[n];return r||(r=new Intl.ListFormat(e,t),ml[n]=r),r}function no(e,t={}){let n=JSON.stringify([e,t]),r=hl.get(n);return r===void 0&&(r=new Intl.DateTimeFormat(e,t),hl.set(n,r)),r}function ro(e,t={}){let n=JSON.stringify([e,t]),r=gl.get(n);return r===void 0&&(r=new Intl.NumberFormat(e,t),gl.set(n,r)),r}function io(e,t={}){let{base:n,...r}=t,i=JSON.stringify([e,r]),a=_l.get(i);return a===void 0&&(a=new Intl.RelativeTimeFormat(e,t),_l.set(i,a)),a}function ao(){return vl||(vl=new Intl.DateTimeFormat().resolvedOptions().locale,vl)}function oo(e){let t=yl.get(e);return t===void 0&&(t=new Intl.DateTimeFormat(e).resolvedOptions(),yl.set(e,t)),t}function so(e){let t=bl.get(e);if(!t){let n=new Intl.Locale(e);t=`getWeekInfo`in n?n.getWeekInfo():n.weekInfo,`minimalDays`in t||(t={...wl,...t}),bl.set(e,t)}return t}function co(e){let t=e.indexOf(`-x-`);t!==-1&&(e=e.substring(0,t));let n=e.indexOf(`-u-`);if(n===-1)return[e];{let t,r;try{t=no(e).resolvedOptions(),r=e}catch{let i=e.substring(0,n);t=no(i).resolvedOptions(),r=i}let{numberingSystem:i,calendar:a}=t;return[r,i,a]}}function lo(e,t,n){return(n||t)&&(e.includes(`-u-`)||(e+=`-u`),n&&(e+=`-ca-${n}`),t&&(e+=`-nu-${t}`)),e}function uo(e){let t=[];for(let n=1;n<=12;n++){let r=$.utc(2009,n,1);t.push(e(r))}return t}function fo(e){let t=[];for(let n=1;n<=7;n++){let r=$.utc(2016,11,13+n);t.push(e(r))}return t}function po(e,t,n,r){let i=e.listingMode();return i===`error`?null:i===`en`?n(t):r(t)}function mo(e){return e.numberingSystem&&e.numberingSystem!==`latn`?!1:e.numberingSystem===`latn`||!e.locale||e.locale.startsWith(`en`)||oo(e.locale).numberingSystem===`latn`}function ho(e,t){if(q(e)||e===null)return t;if(e instanceof sl)return e;if(Fo(e)){let n=e.toLowerCase();return n==="default"?t:n===`local`||n===`system`?ll.instance:n===`utc`||n===`gmt`?El.utcInstance:El.parseSpecifier(n)||pl.create(e)}return No(e)?El.instance(e):typeof e==`object`&&`offset`in e&&typeof e.offset==`function`?e:new Dl(e)}function go(e){let t=parseInt(e,10);if(isNaN(t)){t=``;for(let n=0;n<e.length;n++){let r=e.charCodeAt(n);if(e[n].search(Ol.hanidec)!==-1)t+=Al.indexOf(e[n]);else for(let e in kl){let[n,i]=kl[e];r>=n&&r<=i&&(t+=r-n)}}return parseInt(t,10)}return t}function _o(){jl.clear()}function vo({numberingSystem:e},t=``){let n=e||`latn`,r=jl.get(n);r===void 0&&(r=new Map,jl.set(n,r));let i=r.get(t);return i===void 0&&(i=RegExp(`${Ol[n]}${t}`),r.set(t,i)),i}function yo(e,t){return new Bl(`unit out of range`,`you specified ${t} (of type ${typeof t}) as a ${e}, which is invalid`)}function bo(e,t,n){let r=new Date(Date.UTC(e,t-1,n));e<100&&e>=0&&r.setUTCFullYear(r.getUTCFullYear()-1900);let i=r.getUTCDay();return i===0?7:i}function xo(e,t,n){return n+(Xo(e)?Hl:Vl)[t-1]}function So(e,t){let n=Xo(e)?Hl:Vl,r=n.findIndex(e=>e<t),i=t-n[r];return{month:r+1,day:i}}function Co(e,t){return(e-t+7)%7+1}function wo(e,t=4,n=1){let{year:r,month:i,day:a}=e,o=xo(r,i,a),s=Co(bo(r,i,a),n),c=Math.floor((o-s+14-t)/7),l;return c<1?(l=r-1,c=ts(l,t,n)):c>ts(r,t,n)?(l=r+1,c=1):l=r,{weekYear:l,weekNumber:c,weekday:s,...cs(e)}}function To(e,t=4,n=1){let{weekYear:r,weekNumber:i,weekday:a}=e,o=Co(bo(r,1,t),n),s=Zo(r),c=i*7+a-o-7+t,l;c<1?(l=r-1,c+=Zo(l)):c>s?(l=r+1,c-=Zo(r)):l=r;let{month:u,day:d}=So(l,c);return{year:l,month:u,day:d,...cs(e)}}function Eo(e){let{year:t,month:n,day:r}=e;return{year:t,ordinal:xo(t,n,r),...cs(e)}}function Do(e){let{year:t,ordinal:n}=e,{month:r,day:i}=So(t,n);return{year:t,month:r,day:i,...cs(e)}}function Oo(e,t){if(!q(e.localWeekday)||!q(e.localWeekNumber)||!q(e.localWeekYear)){if(!q(e.weekday)||!q(e.weekNumber)||!q(e.weekYear))throw new Nc(`Cannot mix locale-based week fields with ISO-based week fields`);return q(e.localWeekday)||(e.weekday=e.localWeekday),q(e.localWeekNumber)||(e.weekNumber=e.localWeekNumber),q(e.localWeekYear)||(e.weekYear=e.localWeekYear),delete e.localWeekday,delete e.localWeekNumber,delete e.localWeekYear,{minDaysInFirstWeek:t.getMinDaysInFirstWeek(),startOfWeek:t.getStartOfWeek()}}return{minDaysInFirstWeek:4,startOfWeek:1}}function ko(e,t=4,n=1){let r=Po(e.weekYear),i=Wo(e.weekNumber,1,ts(e.weekYear,t,n)),a=Wo(e.weekday,1,7);return r?i?!a&&yo(`weekday`,e.weekday):yo(`week`,e.weekNumber):yo(`weekYear`,e.weekYear)}function Ao(e){let t=Po(e.year),n=Wo(e.ordinal,1,Zo(e.year));return t?!n&&yo(`ordinal`,e.ordinal):yo(`year`,e.year)}function jo(e){let t=Po(e.year),n=Wo(e.month,1,12),r=Wo(e.day,1,Qo(e.year,e.month));return t?n?!r&&yo(`day`,e.day):yo(`month`,e.month):yo(`year`,e.year)}function Mo(e){let{hour:t,minute:n,second:r,millisecond:i}=e,a=Wo(t,0,23)||t===24&&n===0&&r===0&&i===0,o=Wo(n,0,59),s=Wo(r,0,59),c=Wo(i,0,999);return a?o?s?!c&&yo(`millisecond`,i):yo(`second`,r):yo(`minute`,n):yo(`hour`,t)}function q(e){return e===void 0}function No(e){return typeof e==`number`}function Po(e){return typeof e==`number`&&e%1==0}function Fo(e){return typeof e==`string`}function Io(e){return Object.prototype.toString.call(e)===`[object Date]`}function Lo(){try{return typeof Intl<`u`&&!!Intl.RelativeTimeFormat}catch{return!1}}function Ro(){try{return typeof Intl<`u`&&!!Intl.Locale&&(`weekInfo`in Intl.Locale.prototype||`getWeekInfo`in Intl.Locale.prototype)}catch{return!1}}function zo(e){return Array.isArray(e)?e:[e]}function Bo(e,t,n){if(e.length!==0)return e.reduce((e,r)=>{let i=[t(r),r];return e&&n(e[0],i[0])===e[0]?e:i},null)[1]}function Vo(e,t){return t.reduce((t,n)=>(t[n]=e[n],t),{})}function Ho(e,t){return Object.prototype.hasOwnProperty.call(e,t)}function Uo(e){if(e==null)return null;if(typeof e!=`object`)throw new Fc(`Week settings must be an object`);if(!Wo(e.firstDay,1,7)||!Wo(e.minimalDays,1,7)||!Array.isArray(e.weekend)||e.weekend.some(e=>!Wo(e,1,7)))throw new Fc(`Invalid week settings`);return{firstDay:e.firstDay,minimalDays:e.minimalDays,weekend:Array.from(e.weekend)}}function Wo(e,t,n){return Po(e)&&e>=t&&e<=n}function Go(e,t){return e-t*Math.floor(e/t)}function J(e,t=2){let n=e<0,r;return r=n?`-`+(``+-e).padStart(t,`0`):(``+e).padStart(t,`0`),r}function Ko(e){if(!(q(e)||e===null||e===``))return parseInt(e,10)}function qo(e){if(!(q(e)||e===null||e===``))return parseFloat(e)}function Jo(e){if(!(q(e)||e===null||e===``)){let t=parseFloat(`0.`+e)*1e3;return Math.floor(t)}}function Yo(e,t,n=`round`){let r=10**t;switch(n){case`expand`:return e>0?Math.ceil(e*r)/r:Math.floor(e*r)/r;case`trunc`:return Math.trunc(e*r)/r;case`round`:return Math.round(e*r)/r;case`floor`:return Math.floor(e*r)/r;case`ceil`:return Math.ceil(e*r)/r;default:throw RangeError(`Value rounding ${n} is out of range`)}}function Xo(e){return e%4==0&&(e%100!=0||e%400==0)}function Zo(e){return Xo(e)?366:365}function Qo(e,t){let n=Go(t-1,12)+1,r=e+(t-n)/12;return n===2?Xo(r)?29:28:[31,null,31,30,31,30,31,31,30,31,30,31][n-1]}function $o(e){let t=Date.UTC(e.year,e.month-1,e.day,e.hour,e.minute,e.second,e.millisecond);return e.year<100&&e.year>=0&&(t=new Date(t),t.setUTCFullYear(e.year,e.month-1,e.day)),+t}function es(e,t,n){return-Co(bo(e,1,t),n)+t-1}function ts(e,t=4,n=1){let r=es(e,t,n),i=es(e+1,t,n);return(Zo(e)-r+i)/7}function ns(e){return e>99?e:e>Q.twoDigitCutoffYear?1900+e:2e3+e}function rs(e,t,n,r=null){let i=new Date(e),a={hourCycle:`h23`,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`};r&&(a.timeZone=r);let o={timeZoneName:t,...a},s=new Intl.DateTimeFormat(n,o).formatToParts(i).find(e=>e.type.toLowerCase()===`timezonename`);return s?s.value:null}function is(e,t){let n=parseInt(e,10);Number.isNaN(n)&&(n=0);let r=parseInt(t,10)||0,i=n<0||Object.is(n,-0)?-r:r;return n*60+i}function as(e){let t=Number(e);if(typeof e==`boolean`||e===``||!Number.isFinite(t))throw new Fc(`Invalid unit value ${e}`);return t}function os(e,t){let n={};for(let r in e)if(Ho(e,r)){let i=e[r];if(i==null)continue;n[t(r)]=as(i)}return n}function ss(e,t){let n=Math.trunc(Math.abs(e/60)),r=Math.trunc(Math.abs(e%60)),i=e>=0?`+`:`-`;switch(t){case`short`:return`${i}${J(n,2)}:${J(r,2)}`;case`narrow`:return`${i}${n}${r>0?`:${r}`:``}`;case`techie`:return`${i}${J(n,2)}${J(r,2)}`;default:throw RangeError(`Value format ${t} is out of range for property format`)}}function cs(e){return Vo(e,[`hour`,`minute`,`second`,`millisecond`])}function ls(e){switch(e){case`narrow`:return[...Gl];case`short`:return[...Wl];case`long`:return[...Ul];case`numeric`:return[`1`,`2`,`3`,`4`,`5`,`6`,`7`,`8`,`9`,`10`,`11`,`12`];case`2-digit`:return[`01`,`02`,`03`,`04`,`05`,`06`,`07`,`08`,`09`,`10`,`11`,`12`];default:return null}}function us(e){switch(e){case`narrow`:return[...Jl];case`short`:return[...ql];case`long`:return[...Kl];case`numeric`:return[`1`,`2`,`3`,`4`,`5`,`6`,`7`];default:return null}}function ds(e){switch(e){case`narrow`:return[...Ql];case`short`:return[...Zl];case`long`:return[...Xl];default:return null}}function fs(e){return Yl[e.hour<12?0:1]}function ps(e,t){return us(t)[e.weekday-1]}function ms(e,t){return ls(t)[e.month-1]}function hs(e,t){return ds(t)[e.year<0?0:1]}function gs(e,t,n=`always`,r=!1){let i={years:[`year`,`yr.`],quarters:[`quarter`,`qtr.`],months:[`month`,`mo.`],weeks:[`week`,`wk.`],days:[`day`,`day`,`days`],hours:[`hour`,`hr.`],minutes:[`minute`,`min.`],seconds:[`second`,`sec.`]},a=[`hours`,`minutes`,`seconds`].indexOf(e)===-1;if(n===`auto`&&a){let n=e===`days`;switch(t){case 1:return n?`tomorrow`:`next ${i[e][0]}`;case-1:return n?`yesterday`:`last ${i[e][0]}`;case 0:return n?`today`:`this ${i[e][0]}`}}let o=Object.is(t,-0)||t<0,s=Math.abs(t),c=s===1,l=i[e],u=r?c?l[1]:l[2]||l[1]:c?i[e][0]:e;return o?`${s} ${u} ago`:`in ${s} ${u}`}function _s(e,t){let n=``;for(let r of e)r.literal?n+=r.val:n+=t(r.val);return n}function vs(...e){let t=e.reduce((e,t)=>e+t.source,``);return RegExp(`^${t}$`)}function ys(...e){return t=>e.reduce(([e,n,r],i)=>{let[a,o,s]=i(t,r);return[{...e,...a},o||n,s]},[{},null,1]).slice(0,2)}function bs(e,...t){if(e==null)return[null,null];for(let[n,r]of t){let t=n.exec(e);if(t)return r(t)}return[null,null]}function xs(...e){return(t,n)=>{let r={},i=0;for(;i<e.length;i++)r[e[i]]=Ko(t[n+i]);return[r,null,n+i]}}function Ss(e,t,n){let r=e[t];return q(r)?n:Ko(r)}function Cs(e,t){return[{year:Ss(e,t),month:Ss(e,t+1,1),day:Ss(e,t+2,1)},null,t+3]}function ws(e,t){return[{hours:Ss(e,t,0),minutes:Ss(e,t+1,0),seconds:Ss(e,t+2,0),milliseconds:Jo(e[t+3])},null,t+4]}function Ts(e,t){let n=!e[t]&&!e[t+1],r=is(e[t+1],e[t+2]);return[{},n?null:El.instance(r),t+3]}function Es(e,t){return[{},e[t]?pl.create(e[t]):null,t+1]}function Ds(e){let[t,n,r,i,a,o,s,c,l]=e,u=t[0]===`-`,d=c&&c[0]===`-`,f=(e,t=!1)=>e!==void 0&&(t||e&&u)?-e:e;return[{years:f(qo(n)),months:f(qo(r)),weeks:f(qo(i)),days:f(qo(a)),hours:f(qo(o)),minutes:f(qo(s)),seconds:f(qo(c),c===`-0`),milliseconds:f(Jo(l),d)}]}function Os(e,t,n,r,i,a,o){let s={year:t.length===2?ns(Ko(t)):Ko(t),month:Wl.indexOf(n)+1,day:Ko(r),hour:Ko(i),minute:Ko(a)};return o&&(s.second=Ko(o)),e&&(s.weekday=e.length>3?Kl.indexOf(e)+1:ql.indexOf(e)+1),s}function ks(e){let[,t,n,r,i,a,o,s,c,l,u,d]=e,f=Os(t,i,r,n,a,o,s),p;return p=c?_u[c]:l?0:is(u,d),[f,new El(p)]}function As(e){return e.replace(/\([^()]*\)|[\n\t]/g,` `).replace(/(\s\s+)/g,` `).trim()}function js(e){let[,t,n,r,i,a,o,s]=e;return[Os(t,i,r,n,a,o,s),El.utcInstance]}function Ms(e){let[,t,n,r,i,a,o,s]=e;return[Os(t,s,n,r,i,a,o),El.utcInstance]}function Ns(e){return bs(e,[Su,Eu],[Cu,Du],[wu,Ou],[Tu,ku])}function Ps(e){return bs(As(e),[vu,ks])}function Fs(e){return bs(e,[yu,js],[bu,js],[xu,Ms])}function Is(e){return bs(e,[gu,Ds])}function Ls(e){return bs(e,[hu,Au])}function Rs(e){return bs(e,[ju,Eu],[Mu,Nu])}function zs(e,t,n=!1){let r={values:n?t.values:{...e.values,...t.values||{}},loc:e.loc.clone(t.loc),conversionAccuracy:t.conversionAccuracy||e.conversionAccuracy,matrix:t.matrix||e.matrix};return new Hu(r)}function Bs(e,t){let n=t.milliseconds??0;for(let r of Vu.slice(1))t[r]&&(n+=t[r]*e[r].milliseconds);return n}function Vs(e,t){let n=Bs(e,t)<0?-1:1;Bu.reduceRight((r,i)=>{if(q(t[i]))return r;if(r){let a=t[r]*n,o=e[i][r],s=Math.floor(a/o);t[i]+=s*n,t[r]-=s*o*n}return i},null),Bu.reduce((n,r)=>{if(q(t[r]))return n;if(n){let i=t[n]%1;t[n]-=i,t[r]+=i*e[n][r]}return r},null)}function Hs(e){let t={};for(let[n,r]of Object.entries(e))r!==0&&(t[n]=r);return t}function Us(e,t){return!e||!e.isValid?Wu.invalid(`missing or invalid start`):!t||!t.isValid?Wu.invalid(`missing or invalid end`):t<e?Wu.invalid(`end before start`,`The end of an interval must be after its start, but you had start=${e.toISO()} and end=${t.toISO()}`):null}function Ws(e,t){let n=e=>e.toUTC(0,{keepLocalTime:!0}).startOf(`day`).valueOf(),r=n(t)-n(e);return Math.floor(Hu.fromMillis(r).as(`days`))}function Gs(e,t,n){let r=[[`years`,(e,t)=>t.year-e.year],[`quarters`,(e,t)=>t.quarter-e.quarter+(t.year-e.year)*4],[`months`,(e,t)=>t.month-e.month+(t.year-e.year)*12],[`weeks`,(e,t)=>{let n=Ws(e,t);return(n-n%7)/7}],[`days`,Ws]],i={},a=e,o,s;for(let[c,l]of r)n.indexOf(c)>=0&&(o=c,i[c]=l(e,t),s=a.plus(i),s>t?(i[c]--,e=a.plus(i),e>t&&(s=e,i[c]--,e=a.plus(i))):e=s);return[e,i,s,o]}function Ks(e,t,n,r){let[i,a,o,s]=Gs(e,t,n),c=t-i,l=n.filter(e=>[`hours`,`minutes`,`seconds`,`milliseconds`].indexOf(e)>=0);l.length===0&&(o<t&&(o=i.plus({[s]:1})),o!==i&&(a[s]=(a[s]||0)+c/(o-i)));let u=Hu.fromObject(a,r);return l.length>0?Hu.fromMillis(c,r).shiftTo(...l).plus(u):u}function Y(e,t=e=>e){return{regex:e,deser:([e])=>t(go(e))}}function qs(e){return e.replace(/\./g,`\\.?`).replace(Ju,qu)}function Js(e){return e.replace(/\./g,``).replace(Ju,` `).toLowerCase()}function Ys(e,t){return e===null?null:{regex:RegExp(e.map(qs).join(`|`)),deser:([n])=>e.findIndex(e=>Js(n)===Js(e))+t}}function Xs(e,t){return{regex:e,deser:([,e,t])=>is(e,t),groups:t}}function Zs(e){return{regex:e,deser:([e])=>e}}function Qs(e){return e.replace(/[\-\[\]{}()*+?.,\\\^$|#\s]/g,`\\$&`)}function $s(e,t){let n=vo(t),r=vo(t,`{2}`),i=vo(t,`{3}`),a=vo(t,`{4}`),o=vo(t,`{6}`),s=vo(t,`{1,2}`),c=vo(t,`{1,3}`),l=vo(t,`{1,6}`),u=vo(t,`{1,9}`),d=vo(t,`{2,4}`),f=vo(t,`{4,6}`),p=e=>({regex:RegExp(Qs(e.val)),deser:([e])=>e,literal:!0}),m=(m=>{if(e.literal)return p(m);switch(m.val){case`G`:return Ys(t.eras(`short`),0);case`GG`:return Ys(t.eras(`long`),0);case`y`:return Y(l);case`yy`:return Y(d,ns);case`yyyy`:return Y(a);case`yyyyy`:return Y(f);case`yyyyyy`:return Y(o);case`M`:return Y(s);case`MM`:return Y(r);case`MMM`:return Ys(t.months(`short`,!0),1);case`MMMM`:return Ys(t.months(`long`,!0),1);case`L`:return Y(s);case`LL`:return Y(r);case`LLL`:return Ys(t.months(`short`,!1),1);case`LLLL`:return Ys(t.months(`long`,!1),1);case`d`:return Y(s);case`dd`:return Y(r);case`o`:return Y(c);case`ooo`:return Y(i);case`HH`:return Y(r);case`H`:return Y(s);case`hh`:return Y(r);case`h`:return Y(s);case`mm`:return Y(r);case`m`:return Y(s);case`q`:return Y(s);case`qq`:return Y(r);case`s`:return Y(s);case`ss`:return Y(r);case`S`:return Y(c);case`SSS`:return Y(i);case`u`:return Zs(u);case`uu`:return Zs(s);case`uuu`:return Y(n);case`a`:return Ys(t.meridiems(),0);case`kkkk`:return Y(a);case`kk`:return Y(d,ns);case`W`:return Y(s);case`WW`:return Y(r);case`E`:case`c`:return Y(n);case`EEE`:return Ys(t.weekdays(`short`,!1),1);case`EEEE`:return Ys(t.weekdays(`long`,!1),1);case`ccc`:return Ys(t.weekdays(`short`,!0),1);case`cccc`:return Ys(t.weekdays(`long`,!0),1);case`Z`:case`ZZ`:return Xs(RegExp(`([+-]${s.source})(?::(${r.source}))?`),2);case`ZZZ`:return Xs(RegExp(`([+-]${s.source})(${r.source})?`),2);case`z`:return Zs(/[a-z_+-/]{1,256}?/i);case` `:return Zs(/[^\S\n\r]/);default:return p(m)}})(e)||{invalidReason:Ku};return m.token=e,m}function ec(e,t,n){let{type:r,value:i}=e;if(r===`literal`){let e=/^\s+$/.test(i);return{literal:!e,val:e?` `:i}}let a=t[r],o=r;r===`hour`&&(o=t.hour12==null?t.hourCycle==null?n.hour12?`hour12`:`hour24`:t.hourCycle===`h11`||t.hourCycle===`h12`?`hour12`:`hour24`:t.hour12?`hour12`:`hour24`);let s=Yu[o];if(typeof s==`object`&&(s=s[a]),s)return{literal:!1,val:s}}function tc(e){return[`^${e.map(e=>e.regex).reduce((e,t)=>`${e}(${t.source})`,``)}$`,e]}function nc(e,t,n){let r=e.match(t);if(r){let e={},t=1;for(let i in n)if(Ho(n,i)){let a=n[i],o=a.groups?a.groups+1:1;!a.literal&&a.token&&(e[a.token.val[0]]=a.deser(r.slice(t,t+o))),t+=o}return[r,e]}return[r,{}]}function rc(e){let t=e=>{switch(e){case`S`:return`millisecond`;case`s`:return`second`;case`m`:return`minute`;case`h`:case`H`:return`hour`;case`d`:return`day`;case`o`:return`ordinal`;case`L`:case`M`:return`month`;case`y`:return`year`;case`E`:case`c`:return`weekday`;case`W`:return`weekNumber`;case`k`:return`weekYear`;case`q`:return`quarter`;default:return null}},n=null,r;return q(e.z)||(n=pl.create(e.z)),q(e.Z)||(n||=new El(e.Z),r=e.Z),q(e.q)||(e.M=(e.q-1)*3+1),q(e.h)||(e.h<12&&e.a===1?e.h+=12:e.h===12&&e.a===0&&(e.h=0)),e.G===0&&e.y&&(e.y=-e.y),q(e.u)||(e.S=Jo(e.u)),[Object.keys(e).reduce((n,r)=>{let i=t(r);return i&&(n[i]=e[r]),n},{}),n,r]}function ic(){return Xu||=$.fromMillis(1555555555555),Xu}function ac(e,t){if(e.literal)return e;let n=lc(eu.macroTokenToFormatOpts(e.val),t);return n==null||n.includes(void 0)?e:n}function oc(e,t){return Array.prototype.concat(...e.map(e=>ac(e,t)))}function sc(e,t,n){return new Zu(e,n).explainFromTokens(t)}function cc(e,t,n){let{result:r,zone:i,specificOffset:a,invalidReason:o}=sc(e,t,n);return[r,i,a,o]}function lc(e,t){if(!e)return null;let n=eu.create(t,e).dtFormatter(ic()),r=n.formatToParts(),i=n.resolvedOptions();return r.map(t=>ec(t,e,i))}function uc(e){return new Bl(`unsupported zone`,`the zone "${e.name}" is not supported`)}function dc(e){return e.weekData===null&&(e.weekData=wo(e.c)),e.weekData}function fc(e){return e.localWeekData===null&&(e.localWeekData=wo(e.c,e.loc.getMinDaysInFirstWeek(),e.loc.getStartOfWeek())),e.localWeekData}function pc(e,t){let n={ts:e.ts,zone:e.zone,c:e.c,o:e.o,loc:e.loc,invalid:e.invalid};return new $({...n,...t,old:n})}function mc(e,t,n){let r=e-t*60*1e3,i=n.offset(r);if(t===i)return[r,t];r-=(i-t)*60*1e3;let a=n.offset(r);return i===a?[r,i]:[e-Math.min(i,a)*60*1e3,Math.max(i,a)]}function hc(e,t){e+=t*60*1e3;let n=new Date(e);return{year:n.getUTCFullYear(),month:n.getUTCMonth()+1,day:n.getUTCDate(),hour:n.getUTCHours(),minute:n.getUTCMinutes(),second:n.getUTCSeconds(),millisecond:n.getUTCMilliseconds()}}function gc(e,t,n){return mc($o(e),t,n)}function _c(e,t){let n=e.o,r=e.c.year+Math.trunc(t.years),i=e.c.month+Math.trunc(t.months)+Math.trunc(t.quarters)*3,a={...e.c,year:r,month:i,day:Math.min(e.c.day,Qo(r,i))+Math.trunc(t.days)+Math.trunc(t.weeks)*7},o=Hu.fromObject({years:t.years-Math.trunc(t.years),quarters:t.quarters-Math.trunc(t.quarters),months:t.months-Math.trunc(t.months),weeks:t.weeks-Math.trunc(t.weeks),days:t.days-Math.trunc(t.days),hours:t.hours,minutes:t.minutes,seconds:t.seconds,milliseconds:t.milliseconds}).as(`milliseconds`),[s,c]=mc($o(a),n,e.zone);return o!==0&&(s+=o,c=e.zone.offset(s)),{ts:s,o:c}}function vc(e,t,n,r,i,a){let{setZone:o,zone:s}=n;if(e&&Object.keys(e).length!==0||t){let r=t||s,i=$.fromObject(e,{...n,zone:r,specificOffset:a});return o?i:i.setZone(s)}return $.invalid(new Bl(`unparsable`,`the input "${i}" can't be parsed as ${r}`))}function yc(e,t,n=!0){return e.isValid?eu.create(Z.create(`en-US`),{allowZ:n,forceSimple:!0}).formatDateTimeFromString(e,t):null}function bc(e,t,n){let r=e.c.year>9999||e.c.year<0,i=``;if(r&&e.c.year>=0&&(i+=`+`),i+=J(e.c.year,r?6:4),n===`year`)return i;if(t){if(i+=`-`,i+=J(e.c.month),n===`month`)return i;i+=`-`}else if(i+=J(e.c.month),n===`month`)return i;return i+=J(e.c.day),i}function xc(e,t,n,r,i,a,o){let s=!n||e.c.millisecond!==0||e.c.second!==0,c=``;switch(o){case`day`:case`month`:case`year`:break;default:if(c+=J(e.c.hour),o===`hour`)break;if(t){if(c+=`:`,c+=J(e.c.minute),o===`minute`)break;s&&(c+=`:`,c+=J(e.c.second))}else{if(c+=J(e.c.minute),o===`minute`)break;s&&(c+=J(e.c.second))}if(o===`second`)break;s&&(!r||e.c.millisecond!==0)&&(c+=`.`,c+=J(e.c.millisecond,3))}return i&&(e.isOffsetFixed&&e.offset===0&&!a?c+=`Z`:e.o<0?(c+=`-`,c+=J(Math.trunc(-e.o/60)),c+=`:`,c+=J(Math.trunc(-e.o%60))):(c+=`+`,c+=J(Math.trunc(e.o/60)),c+=`:`,c+=J(Math.trunc(e.o%60)))),a&&(c+=`[`+e.zone.ianaName+`]`),c}function Sc(e){let t={year:`year`,years:`year`,month:`month`,months:`month`,day:`day`,days:`day`,hour:`hour`,hours:`hour`,minute:`minute`,minutes:`minute`,quarter:`quarter`,quarters:`quarter`,second:`second`,seconds:`second`,millisecond:`millisecond`,milliseconds:`millisecond`,weekday:`weekday`,weekdays:`weekday`,weeknumber:`weekNumber`,weeksnumber:`weekNumber`,weeknumbers:`weekNumber`,weekyear:`weekYear`,weekyears:`weekYear`,ordinal:`ordinal`}[e.toLowerCase()];if(!t)throw new Pc(e);return t}function Cc(e){switch(e.toLowerCase()){case`localweekday`:case`localweekdays`:return`localWeekday`;case`localweeknumber`:case`localweeknumbers`:return`localWeekNumber`;case`localweekyear`:case`localweekyears`:return`localWeekYear`;default:return Sc(e)}}function wc(e){if(od===void 0&&(od=Q.now()),e.type!==`iana`)return e.offset(od);let t=e.name,n=sd.get(t);return n===void 0&&(n=e.offset(od),sd.set(t,n)),n}function Tc(e,t){let n=ho(t.zone,Q.defaultZone);if(!n.isValid)return $.invalid(uc(n));let r=Z.fromObject(t),i,a;if(q(e.year))i=Q.now();else{for(let t of rd)q(e[t])&&(e[t]=ed[t]);let t=jo(e)||Mo(e);if(t)return $.invalid(t);let r=wc(n);[i,a]=gc(e,r,n)}return new $({ts:i,zone:n,loc:r,o:a})}function Ec(e,t,n){let r=q(n.round)?!0:n.round,i=q(n.rounding)?`trunc`:n.rounding,a=(e,a)=>(e=Yo(e,r||n.calendary?0:2,n.calendary?`round`:i),t.loc.clone(n).relFormatter(n).format(e,a)),o=r=>n.calendary?t.hasSame(e,r)?0:t.startOf(r).diff(e.startOf(r),r).get(r):t.diff(e,r).get(r);if(n.unit)return a(o(n.unit),n.unit);for(let e of n.units){let t=o(e);if(Math.abs(t)>=1)return a(t,e)}return a(e>t?-0:0,n.units[n.units.length-1])}function Dc(e){let t={},n;return e.length>0&&typeof e[e.length-1]==`object`?(t=e[e.length-1],n=Array.from(e).slice(0,e.length-1)):n=Array.from(e),[t,n]}function Oc(e){if($.isDateTime(e))return e;if(e&&e.valueOf&&No(e.valueOf()))return $.fromJSDate(e);if(e&&typeof e==`object`)return $.fromObject(e);throw new Fc(`Unknown datetime argument: ${e}, of type ${typeof e}`)}var kc,Ac,jc,Mc,Nc,Pc,Fc,Ic,X,Lc,Rc,zc,Bc,Vc,Hc,Uc,Wc,Gc,Kc,qc,Jc,Yc,Xc,Zc,Qc,$c,el,tl,nl,rl,il,al,ol,sl,cl,ll,ul,dl,fl,pl,ml,hl,gl,_l,vl,yl,bl,xl,Sl,Cl,wl,Z,Tl,El,Dl,Ol,kl,Al,jl,Ml,Nl,Pl,Fl,Il,Ll,Rl,zl,Q,Bl,Vl,Hl,Ul,Wl,Gl,Kl,ql,Jl,Yl,Xl,Zl,Ql,$l,eu,tu,nu,ru,iu,au,ou,su,cu,lu,uu,du,fu,pu,mu,hu,gu,_u,vu,yu,bu,xu,Su,Cu,wu,Tu,Eu,Du,Ou,ku,Au,ju,Mu,Nu,Pu,Fu,Iu,Lu,Ru,zu,Bu,Vu,Hu,Uu,Wu,Gu,Ku,qu,Ju,Yu,Xu,Zu,Qu,$u,ed,td,nd,rd,id,ad,od,sd,$,cd,ld=n((()=>{kc=class extends Error{},Ac=class extends kc{constructor(e){super(`Invalid DateTime: ${e.toMessage()}`)}},jc=class extends kc{constructor(e){super(`Invalid Interval: ${e.toMessage()}`)}},Mc=class extends kc{constructor(e){super(`Invalid Duration: ${e.toMessage()}`)}},Nc=class extends kc{},Pc=class extends kc{constructor(e){super(`Invalid unit ${e}`)}},Fc=class extends kc{},Ic=class extends kc{constructor(){super(`Zone is an abstract class`)}},X=`numeric`,Lc=`short`,Rc=`long`,zc={year:X,month:X,day:X},Bc={year:X,month:Lc,day:X},Vc={year:X,month:Lc,day:X,weekday:Lc},Hc={year:X,month:Rc,day:X},Uc={year:X,month:Rc,day:X,weekday:Rc},Wc={hour:X,minute:X},Gc={hour:X,minute:X,second:X},Kc={hour:X,minute:X,second:X,timeZoneName:Lc},qc={hour:X,minute:X,second:X,timeZoneName:Rc},Jc={hour:X,minute:X,hourCycle:`h23`},Yc={hour:X,minute:X,second:X,hourCycle:`h23`},Xc={hour:X,minute:X,second:X,hourCycle:`h23`,timeZoneName:Lc},Zc={hour:X,minute:X,second:X,hourCycle:`h23`,timeZoneName:Rc},Qc={year:X,month:X,day:X,hour:X,minute:X},$c={year:X,month:X,day:X,hour:X,minute:X,second:X},el={year:X,month:Lc,day:X,hour:X,minute:X},tl={year:X,month:Lc,day:X,hour:X,minute:X,second:X},nl={year:X,month:Lc,day:X,weekday:Lc,hour:X,minute:X},rl={year:X,month:Rc,day:X,hour:X,minute:X,timeZoneName:Lc},il={year:X,month:Rc,day:X,hour:X,minute:X,second:X,timeZoneName:Lc},al={year:X,month:Rc,day:X,weekday:Rc,hour:X,minute:X,timeZoneName:Rc},ol={year:X,month:Rc,day:X,weekday:Rc,hour:X,minute:X,second:X,timeZoneName:Rc},sl=class{get type(){throw new Ic}get name(){throw new Ic}get ianaName(){return this.name}get isUniversal(){throw new Ic}offsetName(e,t){throw new Ic}formatOffset(e,t){throw new Ic}offset(e){throw new Ic}equals(e){throw new Ic}get isValid(){throw new Ic}},cl=null,ll=class e extends sl{static get instance(){return cl===null&&(cl=new e),cl}get type(){return`system`}get name(){return new Intl.DateTimeFormat().resolvedOptions().timeZone}get isUniversal(){return!1}offsetName(e,{format:t,locale:n}){return rs(e,t,n)}formatOffset(e,t){return ss(this.offset(e),t)}offset(e){return-new Date(e).getTimezoneOffset()}equals(e){return e.type===`system`}get isValid(){return!0}},ul=new Map,dl={year:0,month:1,day:2,era:3,hour:4,minute:5,second:6},fl=new Map,pl=class e extends sl{static create(t){let n=fl.get(t);return n===void 0&&fl.set(t,n=new e(t)),n}static resetCache(){fl.clear(),ul.clear()}static isValidSpecifier(e){return this.isValidZone(e)}static isValidZone(e){if(!e)return!1;try{return new Intl.DateTimeFormat(`en-US`,{timeZone:e}).format(),!0}catch{return!1}}constructor(t){super(),this.zoneName=t,this.valid=e.isValidZone(t)}get type(){return`iana`}get name(){return this.zoneName}get isUniversal(){return!1}offsetName(e,{format:t,locale:n}){return rs(e,t,n,this.name)}formatOffset(e,t){return ss(this.offset(e),t)}offset(e){if(!this.valid)return NaN;let t=new Date(e);if(isNaN(t))return NaN;let n=Qa(this.name),[r,i,a,o,s,c,l]=n.formatToParts?eo(n,t):$a(n,t);o===`BC`&&(r=-Math.abs(r)+1);let u=$o({year:r,month:i,day:a,hour:s===24?0:s,minute:c,second:l,millisecond:0}),d=+t,f=d%1e3;return d-=f>=0?f:1e3+f,(u-d)/6e4}equals(e){return e.type===`iana`&&e.name===this.name}get isValid(){return this.valid}},ml={},hl=new Map,gl=new Map,_l=new Map,vl=null,yl=new Map,bl=new Map,xl=class{constructor(e,t,n){this.padTo=n.padTo||0,this.floor=n.floor||!1;let{padTo:r,floor:i,...a}=n;if(!t||Object.keys(a).length>0){let t={useGrouping:!1,...n};n.padTo>0&&(t.minimumIntegerDigits=n.padTo),this.inf=ro(e,t)}}format(e){if(this.inf){let t=this.floor?Math.floor(e):e;return this.inf.format(t)}return J(this.floor?Math.floor(e):Yo(e,3),this.padTo)}},Sl=class{constructor(e,t,n){this.opts=n,this.originalZone=void 0;let r;if(this.opts.timeZone)this.dt=e;else if(e.zone.type===`fixed`){let t=-1*(e.offset/60),n=t>=0?`Etc/GMT+${t}`:`Etc/GMT${t}`;e.offset!==0&&pl.create(n).valid?(r=n,this.dt=e):(r=`UTC`,this.dt=e.offset===0?e:e.setZone(`UTC`).plus({minutes:e.offset}),this.originalZone=e.zone)}else e.zone.type===`system`?this.dt=e:e.zone.type===`iana`?(this.dt=e,r=e.zone.name):(r=`UTC`,this.dt=e.setZone(`UTC`).plus({minutes:e.offset}),this.originalZone=e.zone);let i={...this.opts};i.timeZone=i.timeZone||r,this.dtf=no(t,i)}format(){return this.originalZone?this.formatToParts().map(({value:e})=>e).join(``):this.dtf.format(this.dt.toJSDate())}formatToParts(){let e=this.dtf.formatToParts(this.dt.toJSDate());return this.originalZone?e.map(e=>{if(e.type===`timeZoneName`){let t=this.originalZone.offsetName(this.dt.ts,{locale:this.dt.locale,format:this.opts.timeZoneName});return{...e,value:t}}return e}):e}resolvedOptions(){return this.dtf.resolvedOptions()}},Cl=class{constructor(e,t,n){this.opts={style:`long`,...n},!t&&Lo()&&(this.rtf=io(e,n))}format(e,t){return this.rtf?this.rtf.format(e,t):gs(t,e,this.opts.numeric,this.opts.style!==`long`)}formatToParts(e,t){return this.rtf?this.rtf.formatToParts(e,t):[]}},wl={firstDay:1,minimalDays:4,weekend:[6,7]},Z=class e{static fromOpts(t){return e.create(t.locale,t.numberingSystem,t.outputCalendar,t.weekSettings,t.defaultToEN)}static create(t,n,r,i,a=!1){let o=t||Q.defaultLocale,s=o||(a?`en-US`:ao()),c=n||Q.defaultNumberingSystem,l=r||Q.defaultOutputCalendar,u=Uo(i)||Q.defaultWeekSettings;return new e(s,c,l,u,o)}static resetCache(){vl=null,hl.clear(),gl.clear(),_l.clear(),yl.clear(),bl.clear()}static fromObject({locale:t,numberingSystem:n,outputCalendar:r,weekSettings:i}={}){return e.create(t,n,r,i)}constructor(e,t,n,r,i){let[a,o,s]=co(e);this.locale=a,this.numberingSystem=t||o||null,this.outputCalendar=n||s||null,this.weekSettings=r,this.intl=lo(this.locale,this.numberingSystem,this.outputCalendar),this.weekdaysCache={format:{},standalone:{}},this.monthsCache={format:{},standalone:{}},this.meridiemCache=null,this.eraCache={},this.specifiedLocale=i,this.fastNumbersCached=null}get fastNumbers(){return this.fastNumbersCached??=mo(this),this.fastNumbersCached}listingMode(){let e=this.isEnglish(),t=(this.numberingSystem===null||this.numberingSystem===`latn`)&&(this.outputCalendar===null||this.outputCalendar===`gregory`);return e&&t?`en`:`intl`}clone(t){return!t||Object.getOwnPropertyNames(t).length===0?this:e.create(t.locale||this.specifiedLocale,t.numberingSystem||this.numberingSystem,t.outputCalendar||this.outputCalendar,Uo(t.weekSettings)||this.weekSettings,t.defaultToEN||!1)}redefaultToEN(e={}){return this.clone({...e,defaultToEN:!0})}redefaultToSystem(e={}){return this.clone({...e,defaultToEN:!1})}months(e,t=!1){return po(this,e,ls,()=>{let n=this.intl===`ja`||this.intl.startsWith(`ja-`);t&=!n;let r=t?{month:e,day:`numeric`}:{month:e},i=t?`format`:`standalone`;if(!this.monthsCache[i][e]){let t=n?e=>this.dtFormatter(e,r).format():e=>this.extract(e,r,`month`);this.monthsCache[i][e]=uo(t)}return this.monthsCache[i][e]})}weekdays(e,t=!1){return po(this,e,us,()=>{let n=t?{weekday:e,year:`numeric`,month:`long`,day:`numeric`}:{weekday:e},r=t?`format`:`standalone`;return this.weekdaysCache[r][e]||(this.weekdaysCache[r][e]=fo(e=>this.extract(e,n,`weekday`))),this.weekdaysCache[r][e]})}meridiems(){return po(this,void 0,()=>Yl,()=>{if(!this.meridiemCache){let e={hour:`numeric`,hourCycle:`h12`};this.meridiemCache=[$.utc(2016,11,13,9),$.utc(2016,11,13,19)].map(t=>this.extract(t,e,`dayperiod`))}return this.meridiemCache})}eras(e){return po(this,e,ds,()=>{let t={era:e};return this.eraCache[e]||(this.eraCache[e]=[$.utc(-40,1,1),$.utc(2017,1,1)].map(e=>this.extract(e,t,`era`))),this.eraCache[e]})}extract(e,t,n){let r=this.dtFormatter(e,t).formatToParts().find(e=>e.type.toLowerCase()===n);return r?r.value:null}numberFormatter(e={}){return new xl(this.intl,e.forceSimple||this.fastNumbers,e)}dtFormatter(e,t={}){return new Sl(e,this.intl,t)}relFormatter(e={}){return new Cl(this.intl,this.isEnglish(),e)}listFormatter(e={}){return to(this.intl,e)}isEnglish(){return this.locale===`en`||this.locale.toLowerCase()===`en-us`||oo(this.intl).locale.startsWith(`en-us`)}getWeekSettings(){return this.weekSettings?this.weekSettings:Ro()?so(this.locale):wl}getStartOfWeek(){return this.getWeekSettings().firstDay}getMinDaysInFirstWeek(){return this.getWeekSettings().minimalDays}getWeekendDays(){return this.getWeekSettings().weekend}equals(e){return this.locale===e.locale&&this.numberingSystem===e.numberingSystem&&this.outputCalendar===e.outputCalendar}toString(){return`Locale(${this.locale}, ${this.numberingSystem}, ${this.outputCalendar})`}},Tl=null,El=class e extends sl{static get utcInstance(){return Tl===null&&(Tl=new e(0)),Tl}static instance(t){return t===0?e.utcInstance:new e(t)}static parseSpecifier(t){if(t){let n=t.match(/^utc(?:([+-]\d{1,2})(?::(\d{2}))?)?$/i);if(n)return new e(is(n[1],n[2]))}return null}constructor(e){super(),this.fixed=e}get type(){return`fixed`}get name(){return this.fixed===0?`UTC`:`UTC${ss(this.fixed,`narrow`)}`}get ianaName(){return this.fixed===0?`Etc/UTC`:`Etc/GMT${ss(-this.fixed,`narrow`)}`}offsetName(){return this.name}formatOffset(e,t){return ss(this.fixed,t)}get isUniversal(){return!0}offset(){return this.fixed}equals(e){return e.type===`fixed`&&e.fixed===this.fixed}get isValid(){return!0}},Dl=class extends sl{constructor(e){super(),this.zoneName=e}get type(){return`invalid`}get name(){return this.zoneName}get isUniversal(){return!1}offsetName(){return null}formatOffset(){return``}offset(){return NaN}equals(){return!1}get isValid(){return!1}},Ol={arab:`[٠-٩]`,arabext:`[۰-۹]`,bali:`[᭐-᭙]`,beng:`[০-৯]`,deva:`[०-९]`,fullwide:`[０-９]`,gujr:`[૦-૯]`,hanidec:`[〇|一|二|三|四|五|六|七|八|九]`,khmr:`[០-៩]`,knda:`[೦-೯]`,laoo:`[໐-໙]`,limb:`[᥆-᥏]`,mlym:`[൦-൯]`,mong:`[᠐-᠙]`,mymr:`[၀-၉]`,orya:`[୦-୯]`,tamldec:`[௦-௯]`,telu:`[౦-౯]`,thai:`[๐-๙]`,tibt:`[༠-༩]`,latn:`\\d`},kl={arab:[1632,1641],arabext:[1776,1785],bali:[6992,7001],beng:[2534,2543],deva:[2406,2415],fullwide:[65296,65303],gujr:[2790,2799],khmr:[6112,6121],knda:[3302,3311],laoo:[3792,3801],limb:[6470,6479],mlym:[3430,3439],mong:[6160,6169],mymr:[4160,4169],orya:[2918,2927],tamldec:[3046,3055],telu:[3174,3183],thai:[3664,3673],tibt:[3872,3881]},Al=Ol.hanidec.replace(/[\[|\]]/g,``).split(``),jl=new Map,Ml=()=>Date.now(),Nl=`system`,Pl=null,Fl=null,Il=null,Ll=60,zl=null,Q=class{static get now(){return Ml}static set now(e){Ml=e}static set defaultZone(e){Nl=e}static get defaultZone(){return ho(Nl,ll.instance)}static get defaultLocale(){return Pl}static set defaultLocale(e){Pl=e}static get defaultNumberingSystem(){return Fl}static set defaultNumberingSystem(e){Fl=e}static get defaultOutputCalendar(){return Il}static set defaultOutputCalendar(e){Il=e}static get defaultWeekSettings(){return zl}static set defaultWeekSettings(e){zl=Uo(e)}static get twoDigitCutoffYear(){return Ll}static set twoDigitCutoffYear(e){Ll=e%100}static get throwOnInvalid(){return Rl}static set throwOnInvalid(e){Rl=e}static resetCaches(){Z.resetCache(),pl.resetCache(),$.resetCache(),_o()}},Bl=class{constructor(e,t){this.reason=e,this.explanation=t}toMessage(){return this.explanation?`${this.reason}: ${this.explanation}`:this.reason}},Vl=[0,31,59,90,120,151,181,212,243,273,304,334],Hl=[0,31,60,91,121,152,182,213,244,274,305,335],Ul=[`January`,`February`,`March`,`April`,`May`,`June`,`July`,`August`,`September`,`October`,`November`,`December`],Wl=[`Jan`,`Feb`,`Mar`,`Apr`,`May`,`Jun`,`Jul`,`Aug`,`Sep`,`Oct`,`Nov`,`Dec`],Gl=[`J`,`F`,`M`,`A`,`M`,`J`,`J`,`A`,`S`,`O`,`N`,`D`],Kl=[`Monday`,`Tuesday`,`Wednesday`,`Thursday`,`Friday`,`Saturday`,`Sunday`],ql=[`Mon`,`Tue`,`Wed`,`Thu`,`Fri`,`Sat`,`Sun`],Jl=[`M`,`T`,`W`,`T`,`F`,`S`,`S`],Yl=[`AM`,`PM`],Xl=[`Before Christ`,`Anno Domini`],Zl=[`BC`,`AD`],Ql=[`B`,`A`],$l={D:zc,DD:Bc,DDD:Hc,DDDD:Uc,t:Wc,tt:Gc,ttt:Kc,tttt:qc,T:Jc,TT:Yc,TTT:Xc,TTTT:Zc,f:Qc,ff:el,fff:rl,ffff:al,F:$c,FF:tl,FFF:il,FFFF:ol},eu=class e{static create(t,n={}){return new e(t,n)}static parseFormat(e){let t=null,n=``,r=!1,i=[];for(let a=0;a<e.length;a++){let o=e.charAt(a);o===`'`?((n.length>0||r)&&i.push({literal:r||/^\s+$/.test(n),val:n===``?`'`:n}),t=null,n=``,r=!r):r||o===t?n+=o:(n.length>0&&i.push({literal:/^\s+$/.test(n),val:n}),n=o,t=o)}return n.length>0&&i.push({literal:r||/^\s+$/.test(n),val:n}),i}static macroTokenToFormatOpts(e){return $l[e]}constructor(e,t){this.opts=t,this.loc=e,this.systemLoc=null}formatWithSystemDefault(e,t){return this.systemLoc===null&&(this.systemLoc=this.loc.redefaultToSystem()),this.systemLoc.dtFormatter(e,{...this.opts,...t}).format()}dtFormatter(e,t={}){return this.loc.dtFormatter(e,{...this.opts,...t})}formatDateTime(e,t){return this.dtFormatter(e,t).format()}formatDateTimeParts(e,t){return this.dtFormatter(e,t).formatToParts()}formatInterval(e,t){return this.dtFormatter(e.start,t).dtf.formatRange(e.start.toJSDate(),e.end.toJSDate())}resolvedOptions(e,t){return this.dtFormatter(e,t).resolvedOptions()}num(e,t=0,n=void 0){if(this.opts.forceSimple)return J(e,t);let r={...this.opts};return t>0&&(r.padTo=t),n&&(r.signDisplay=n),this.loc.numberFormatter(r).format(e)}formatDateTimeFromString(t,n){let r=this.loc.listingMode()===`en`,i=this.loc.outputCalendar&&this.loc.outputCalendar!==`gregory`,a=(e,n)=>this.loc.extract(t,e,n),o=e=>t.isOffsetFixed&&t.offset===0&&e.allowZ?`Z`:t.isValid?t.zone.formatOffset(t.ts,e.format):``,s=()=>r?fs(t):a({hour:`numeric`,hourCycle:`h12`},`dayperiod`),c=(e,n)=>r?ms(t,e):a(n?{month:e}:{month:e,day:`numeric`},`month`),l=(e,n)=>r?ps(t,e):a(n?{weekday:e}:{weekday:e,month:`long`,day:`numeric`},`weekday`),u=n=>{let r=e.macroTokenToFormatOpts(n);return r?this.formatWithSystemDefault(t,r):n},d=e=>r?hs(t,e):a({era:e},`era`);return _s(e.parseFormat(n),e=>{switch(e){case`S`:return this.num(t.millisecond);case`u`:case`SSS`:return this.num(t.millisecond,3);case`s`:return this.num(t.second);case`ss`:return this.num(t.second,2);case`uu`:return this.num(Math.floor(t.millisecond/10),2);case`uuu`:return this.num(Math.floor(t.millisecond/100));case`m`:return this.num(t.minute);case`mm`:return this.num(t.minute,2);case`h`:return this.num(t.hour%12==0?12:t.hour%12);case`hh`:return this.num(t.hour%12==0?12:t.hour%12,2);case`H`:return this.num(t.hour);case`HH`:return this.num(t.hour,2);case`Z`:return o({format:`narrow`,allowZ:this.opts.allowZ});case`ZZ`:return o({format:`short`,allowZ:this.opts.allowZ});case`ZZZ`:return o({format:`techie`,allowZ:this.opts.allowZ});case`ZZZZ`:return t.zone.offsetName(t.ts,{format:`short`,locale:this.loc.locale});case`ZZZZZ`:return t.zone.offsetName(t.ts,{format:`long`,locale:this.loc.locale});case`z`:return t.zoneName;case`a`:return s();case`d`:return i?a({day:`numeric`},`day`):this.num(t.day);case`dd`:return i?a({day:`2-digit`},`day`):this.num(t.day,2);case`c`:return this.num(t.weekday);case`ccc`:return l(`short`,!0);case`cccc`:return l(`long`,!0);case`ccccc`:return l(`narrow`,!0);case`E`:return this.num(t.weekday);case`EEE`:return l(`short`,!1);case`EEEE`:return l(`long`,!1);case`EEEEE`:return l(`narrow`,!1);case`L`:return i?a({month:`numeric`,day:`numeric`},`month`):this.num(t.month);case`LL`:return i?a({month:`2-digit`,day:`numeric`},`month`):this.num(t.month,2);case`LLL`:return c(`short`,!0);case`LLLL`:return c(`long`,!0);case`LLLLL`:return c(`narrow`,!0);case`M`:return i?a({month:`numeric`},`month`):this.num(t.month);case`MM`:return i?a({month:`2-digit`},`month`):this.num(t.month,2);case`MMM`:return c(`short`,!1);case`MMMM`:return c(`long`,!1);case`MMMMM`:return c(`narrow`,!1);case`y`:return i?a({year:`numeric`},`year`):this.num(t.year);case`yy`:return i?a({year:`2-digit`},`year`):this.num(t.year.toString().slice(-2),2);case`yyyy`:return i?a({year:`numeric`},`year`):this.num(t.year,4);case`yyyyyy`:return i?a({year:`numeric`},`year`):this.num(t.year,6);case`G`:return d(`short`);case`GG`:return d(`long`);case`GGGGG`:return d(`narrow`);case`kk`:return this.num(t.weekYear.toString().slice(-2),2);case`kkkk`:return this.num(t.weekYear,4);case`W`:return this.num(t.weekNumber);case`WW`:return this.num(t.weekNumber,2);case`n`:return this.num(t.localWeekNumber);case`nn`:return this.num(t.localWeekNumber,2);case`ii`:return this.num(t.localWeekYear.toString().slice(-2),2);case`iiii`:return this.num(t.localWeekYear,4);case`o`:return this.num(t.ordinal);case`ooo`:return this.num(t.ordinal,3);case`q`:return this.num(t.quarter);case`qq`:return this.num(t.quarter,2);case`X`:return this.num(Math.floor(t.ts/1e3));case`x`:return this.num(t.ts);default:return u(e)}})}formatDurationFromString(t,n){let r=this.opts.signMode===`negativeLargestOnly`?-1:1,i=e=>{switch(e[0]){case`S`:return`milliseconds`;case`s`:return`seconds`;case`m`:return`minutes`;case`h`:return`hours`;case`d`:return`days`;case`w`:return`weeks`;case`M`:return`months`;case`y`:return`years`;default:return null}},a=(e,t)=>n=>{let a=i(n);if(a){let i=t.isNegativeDuration&&a!==t.largestUnit?r:1,o;return o=this.opts.signMode===`negativeLargestOnly`&&a!==t.largestUnit?`never`:this.opts.signMode===`all`?`always`:`auto`,this.num(e.get(a)*i,n.length,o)}return n},o=e.parseFormat(n),s=o.reduce((e,{literal:t,val:n})=>t?e:e.concat(n),[]),c=t.shiftTo(...s.map(i).filter(e=>e));return _s(o,a(c,{isNegativeDuration:c<0,largestUnit:Object.keys(c.values)[0]}))}},tu=/[A-Za-z_+-]{1,256}(?::?\/[A-Za-z0-9_+-]{1,256}(?:\/[A-Za-z0-9_+-]{1,256})?)?/,nu=/(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)/,ru=`(?:${nu.source}?(?:\\[(${tu.source})\\])?)?`,iu=/(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,30}))?)?)?/,au=RegExp(`${iu.source}${ru}`),ou=RegExp(`(?:[Tt]${au.source})?`),su=/([+-]\d{6}|\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?/,cu=/(\d{4})-?W(\d\d)(?:-?(\d))?/,lu=/(\d{4})-?(\d{3})/,uu=xs(`weekYear`,`weekNumber`,`weekDay`),du=xs(`year`,`ordinal`),fu=/(\d{4})-(\d\d)-(\d\d)/,pu=RegExp(`${iu.source} ?(?:${nu.source}|(${tu.source}))?`),mu=RegExp(`(?: ${pu.source})?`),hu=RegExp(`^T?${iu.source}$`),gu=/^-?P(?:(?:(-?\d{1,20}(?:\.\d{1,20})?)Y)?(?:(-?\d{1,20}(?:\.\d{1,20})?)M)?(?:(-?\d{1,20}(?:\.\d{1,20})?)W)?(?:(-?\d{1,20}(?:\.\d{1,20})?)D)?(?:T(?:(-?\d{1,20}(?:\.\d{1,20})?)H)?(?:(-?\d{1,20}(?:\.\d{1,20})?)M)?(?:(-?\d{1,20})(?:[.,](-?\d{1,20}))?S)?)?)$/,_u={GMT:0,EDT:-240,EST:-300,CDT:-300,CST:-360,MDT:-360,MST:-420,PDT:-420,PST:-480},vu=/^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun),\s)?(\d{1,2})\s(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s(\d{2,4})\s(\d\d):(\d\d)(?::(\d\d))?\s(?:(UT|GMT|[ECMP][SD]T)|([Zz])|(?:([+-]\d\d)(\d\d)))$/,yu=/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/,bu=/^(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), (\d\d)-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/,xu=/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) ( \d|\d\d) (\d\d):(\d\d):(\d\d) (\d{4})$/,Su=vs(su,ou),Cu=vs(cu,ou),wu=vs(lu,ou),Tu=vs(au),Eu=ys(Cs,ws,Ts,Es),Du=ys(uu,ws,Ts,Es),Ou=ys(du,ws,Ts,Es),ku=ys(ws,Ts,Es),Au=ys(ws),ju=vs(fu,mu),Mu=vs(pu),Nu=ys(ws,Ts,Es),Pu=`Invalid Duration`,Fu={weeks:{days:7,hours:168,minutes:10080,seconds:604800,milliseconds:6048e5},days:{hours:24,minutes:1440,seconds:86400,milliseconds:864e5},hours:{minutes:60,seconds:3600,milliseconds:36e5},minutes:{seconds:60,milliseconds:6e4},seconds:{milliseconds:1e3}},Iu={years:{quarters:4,months:12,weeks:52,days:365,hours:8760,minutes:525600,seconds:31536e3,milliseconds:31536e6},quarters:{months:3,weeks:13,days:91,hours:2184,minutes:131040,seconds:7862400,milliseconds:78624e5},months:{weeks:4,days:30,hours:720,minutes:43200,seconds:2592e3,milliseconds:2592e6},...Fu},Lu=146097/400,Ru=146097/4800,zu={years:{quarters:4,months:12,weeks:Lu/7,days:Lu,hours:Lu*24,minutes:Lu*24*60,seconds:Lu*24*60*60,milliseconds:Lu*24*60*60*1e3},quarters:{months:3,weeks:Lu/28,days:Lu/4,hours:Lu*24/4,minutes:Lu*24*60/4,seconds:Lu*24*60*60/4,milliseconds:Lu*24*60*60*1e3/4},months:{weeks:Ru/7,days:Ru,hours:Ru*24,minutes:Ru*24*60,seconds:Ru*24*60*60,milliseconds:Ru*24*60*60*1e3},...Fu},Bu=[`years`,`quarters`,`months`,`weeks`,`days`,`hours`,`minutes`,`seconds`,`milliseconds`],Vu=Bu.slice(0).reverse(),Hu=class e{constructor(e){let t=e.conversionAccuracy===`longterm`||!1,n=t?zu:Iu;e.matrix&&(n=e.matrix),this.values=e.values,this.loc=e.loc||Z.create(),this.conversionAccuracy=t?`longterm`:`casual`,this.invalid=e.invalid||null,this.matrix=n,this.isLuxonDuration=!0}static fromMillis(t,n){return e.fromObject({milliseconds:t},n)}static fromObject(t,n={}){if(typeof t!=`object`||!t)throw new Fc(`Duration.fromObject: argument expected to be an object, got ${t===null?`null`:typeof t}`);return new e({values:os(t,e.normalizeUnit),loc:Z.fromObject(n),conversionAccuracy:n.conversionAccuracy,matrix:n.matrix})}static fromDurationLike(t){if(No(t))return e.fromMillis(t);if(e.isDuration(t))return t;if(typeof t==`object`)return e.fromObject(t);throw new Fc(`Unknown duration argument ${t} of type ${typeof t}`)}static fromISO(t,n){let[r]=Is(t);return r?e.fromObject(r,n):e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static fromISOTime(t,n){let[r]=Ls(t);return r?e.fromObject(r,n):e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static invalid(t,n=null){if(!t)throw new Fc(`need to specify a reason the Duration is invalid`);let r=t instanceof Bl?t:new Bl(t,n);if(Q.throwOnInvalid)throw new Mc(r);return new e({invalid:r})}static normalizeUnit(e){let t={year:`years`,years:`years`,quarter:`quarters`,quarters:`quarters`,month:`months`,months:`months`,week:`weeks`,weeks:`weeks`,day:`days`,days:`days`,hour:`hours`,hours:`hours`,minute:`minutes`,minutes:`minutes`,second:`seconds`,seconds:`seconds`,millisecond:`milliseconds`,milliseconds:`milliseconds`}[e&&e.toLowerCase()];if(!t)throw new Pc(e);return t}static isDuration(e){return e&&e.isLuxonDuration||!1}get locale(){return this.isValid?this.loc.locale:null}get numberingSystem(){return this.isValid?this.loc.numberingSystem:null}toFormat(e,t={}){let n={...t,floor:t.round!==!1&&t.floor!==!1};return this.isValid?eu.create(this.loc,n).formatDurationFromString(this,e):Pu}toHuman(e={}){if(!this.isValid)return Pu;let t=e.showZeros!==!1,n=Bu.map(n=>{let r=this.values[n];return q(r)||r===0&&!t?null:this.loc.numberFormatter({style:`unit`,unitDisplay:`long`,...e,unit:n.slice(0,-1)}).format(r)}).filter(e=>e);return this.loc.listFormatter({type:`conjunction`,style:e.listStyle||`narrow`,...e}).format(n)}toObject(){return this.isValid?{...this.values}:{}}toISO(){if(!this.isValid)return null;let e=`P`;return this.years!==0&&(e+=this.years+`Y`),(this.months!==0||this.quarters!==0)&&(e+=this.months+this.quarters*3+`M`),this.weeks!==0&&(e+=this.weeks+`W`),this.days!==0&&(e+=this.days+`D`),(this.hours!==0||this.minutes!==0||this.seconds!==0||this.milliseconds!==0)&&(e+=`T`),this.hours!==0&&(e+=this.hours+`H`),this.minutes!==0&&(e+=this.minutes+`M`),(this.seconds!==0||this.milliseconds!==0)&&(e+=Yo(this.seconds+this.milliseconds/1e3,3)+`S`),e===`P`&&(e+=`T0S`),e}toISOTime(e={}){if(!this.isValid)return null;let t=this.toMillis();return t<0||t>=864e5?null:(e={suppressMilliseconds:!1,suppressSeconds:!1,includePrefix:!1,format:`extended`,...e,includeOffset:!1},$.fromMillis(t,{zone:`UTC`}).toISOTime(e))}toJSON(){return this.toISO()}toString(){return this.toISO()}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`Duration { values: ${JSON.stringify(this.values)} }`:`Duration { Invalid, reason: ${this.invalidReason} }`}toMillis(){return this.isValid?Bs(this.matrix,this.values):NaN}valueOf(){return this.toMillis()}plus(t){if(!this.isValid)return this;let n=e.fromDurationLike(t),r={};for(let e of Bu)(Ho(n.values,e)||Ho(this.values,e))&&(r[e]=n.get(e)+this.get(e));return zs(this,{values:r},!0)}minus(t){if(!this.isValid)return this;let n=e.fromDurationLike(t);return this.plus(n.negate())}mapUnits(e){if(!this.isValid)return this;let t={};for(let n of Object.keys(this.values))t[n]=as(e(this.values[n],n));return zs(this,{values:t},!0)}get(t){return this[e.normalizeUnit(t)]}set(t){if(!this.isValid)return this;let n={...this.values,...os(t,e.normalizeUnit)};return zs(this,{values:n})}reconfigure({locale:e,numberingSystem:t,conversionAccuracy:n,matrix:r}={}){let i={loc:this.loc.clone({locale:e,numberingSystem:t}),matrix:r,conversionAccuracy:n};return zs(this,i)}as(e){return this.isValid?this.shiftTo(e).get(e):NaN}normalize(){if(!this.isValid)return this;let e=this.toObject();return Vs(this.matrix,e),zs(this,{values:e},!0)}rescale(){if(!this.isValid)return this;let e=Hs(this.normalize().shiftToAll().toObject());return zs(this,{values:e},!0)}shiftTo(...t){if(!this.isValid||t.length===0)return this;t=t.map(t=>e.normalizeUnit(t));let n={},r={},i=this.toObject(),a;for(let e of Bu)if(t.indexOf(e)>=0){a=e;let t=0;for(let n in r)t+=this.matrix[n][e]*r[n],r[n]=0;No(i[e])&&(t+=i[e]);let o=Math.trunc(t);n[e]=o,r[e]=(t*1e3-o*1e3)/1e3}else No(i[e])&&(r[e]=i[e]);for(let e in r)r[e]!==0&&(n[a]+=e===a?r[e]:r[e]/this.matrix[a][e]);return Vs(this.matrix,n),zs(this,{values:n},!0)}shiftToAll(){return this.isValid?this.shiftTo(`years`,`months`,`weeks`,`days`,`hours`,`minutes`,`seconds`,`milliseconds`):this}negate(){if(!this.isValid)return this;let e={};for(let t of Object.keys(this.values))e[t]=this.values[t]===0?0:-this.values[t];return zs(this,{values:e},!0)}removeZeros(){if(!this.isValid)return this;let e=Hs(this.values);return zs(this,{values:e},!0)}get years(){return this.isValid?this.values.years||0:NaN}get quarters(){return this.isValid?this.values.quarters||0:NaN}get months(){return this.isValid?this.values.months||0:NaN}get weeks(){return this.isValid?this.values.weeks||0:NaN}get days(){return this.isValid?this.values.days||0:NaN}get hours(){return this.isValid?this.values.hours||0:NaN}get minutes(){return this.isValid?this.values.minutes||0:NaN}get seconds(){return this.isValid?this.values.seconds||0:NaN}get milliseconds(){return this.isValid?this.values.milliseconds||0:NaN}get isValid(){return this.invalid===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}equals(e){if(!this.isValid||!e.isValid||!this.loc.equals(e.loc))return!1;function t(e,t){return e===void 0||e===0?t===void 0||t===0:e===t}for(let n of Bu)if(!t(this.values[n],e.values[n]))return!1;return!0}},Uu=`Invalid Interval`,Wu=class e{constructor(e){this.s=e.start,this.e=e.end,this.invalid=e.invalid||null,this.isLuxonInterval=!0}static invalid(t,n=null){if(!t)throw new Fc(`need to specify a reason the Interval is invalid`);let r=t instanceof Bl?t:new Bl(t,n);if(Q.throwOnInvalid)throw new jc(r);return new e({invalid:r})}static fromDateTimes(t,n){let r=Oc(t),i=Oc(n);return Us(r,i)??new e({start:r,end:i})}static after(t,n){let r=Hu.fromDurationLike(n),i=Oc(t);return e.fromDateTimes(i,i.plus(r))}static before(t,n){let r=Hu.fromDurationLike(n),i=Oc(t);return e.fromDateTimes(i.minus(r),i)}static fromISO(t,n){let[r,i]=(t||``).split(`/`,2);if(r&&i){let t,a;try{t=$.fromISO(r,n),a=t.isValid}catch{a=!1}let o,s;try{o=$.fromISO(i,n),s=o.isValid}catch{s=!1}if(a&&s)return e.fromDateTimes(t,o);if(a){let r=Hu.fromISO(i,n);if(r.isValid)return e.after(t,r)}else if(s){let t=Hu.fromISO(r,n);if(t.isValid)return e.before(o,t)}}return e.invalid(`unparsable`,`the input "${t}" can't be parsed as ISO 8601`)}static isInterval(e){return e&&e.isLuxonInterval||!1}get start(){return this.isValid?this.s:null}get end(){return this.isValid?this.e:null}get lastDateTime(){return this.isValid&&this.e?this.e.minus(1):null}get isValid(){return this.invalidReason===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}length(e=`milliseconds`){return this.isValid?this.toDuration(e).get(e):NaN}count(e=`milliseconds`,t){if(!this.isValid)return NaN;let n=this.start.startOf(e,t),r;return r=t?.useLocaleWeeks?this.end.reconfigure({locale:n.locale}):this.end,r=r.startOf(e,t),Math.floor(r.diff(n,e).get(e))+(r.valueOf()!==this.end.valueOf())}hasSame(e){return this.isValid?this.isEmpty()||this.e.minus(1).hasSame(this.s,e):!1}isEmpty(){return this.s.valueOf()===this.e.valueOf()}isAfter(e){return this.isValid?this.s>e:!1}isBefore(e){return this.isValid?this.e<=e:!1}contains(e){return this.isValid?this.s<=e&&this.e>e:!1}set({start:t,end:n}={}){return this.isValid?e.fromDateTimes(t||this.s,n||this.e):this}splitAt(...t){if(!this.isValid)return[];let n=t.map(Oc).filter(e=>this.contains(e)).sort((e,t)=>e.toMillis()-t.toMillis()),r=[],{s:i}=this,a=0;for(;i<this.e;){let t=n[a]||this.e,o=+t>+this.e?this.e:t;r.push(e.fromDateTimes(i,o)),i=o,a+=1}return r}splitBy(t){let n=Hu.fromDurationLike(t);if(!this.isValid||!n.isValid||n.as(`milliseconds`)===0)return[];let{s:r}=this,i=1,a,o=[];for(;r<this.e;){let t=this.start.plus(n.mapUnits(e=>e*i));a=+t>+this.e?this.e:t,o.push(e.fromDateTimes(r,a)),r=a,i+=1}return o}divideEqually(e){return this.isValid?this.splitBy(this.length()/e).slice(0,e):[]}overlaps(e){return this.e>e.s&&this.s<e.e}abutsStart(e){return this.isValid?+this.e==+e.s:!1}abutsEnd(e){return this.isValid?+e.e==+this.s:!1}engulfs(e){return this.isValid?this.s<=e.s&&this.e>=e.e:!1}equals(e){return!this.isValid||!e.isValid?!1:this.s.equals(e.s)&&this.e.equals(e.e)}intersection(t){if(!this.isValid)return this;let n=this.s>t.s?this.s:t.s,r=this.e<t.e?this.e:t.e;return n>=r?null:e.fromDateTimes(n,r)}union(t){if(!this.isValid)return this;let n=this.s<t.s?this.s:t.s,r=this.e>t.e?this.e:t.e;return e.fromDateTimes(n,r)}static merge(e){let[t,n]=e.sort((e,t)=>e.s-t.s).reduce(([e,t],n)=>t?t.overlaps(n)||t.abutsStart(n)?[e,t.union(n)]:[e.concat([t]),n]:[e,n],[[],null]);return n&&t.push(n),t}static xor(t){let n=null,r=0,i=[],a=t.map(e=>[{time:e.s,type:`s`},{time:e.e,type:`e`}]),o=Array.prototype.concat(...a).sort((e,t)=>e.time-t.time);for(let t of o)r+=t.type===`s`?1:-1,r===1?n=t.time:(n&&+n!=+t.time&&i.push(e.fromDateTimes(n,t.time)),n=null);return e.merge(i)}difference(...t){return e.xor([this].concat(t)).map(e=>this.intersection(e)).filter(e=>e&&!e.isEmpty())}toString(){return this.isValid?`[${this.s.toISO()} – ${this.e.toISO()})`:Uu}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`Interval { start: ${this.s.toISO()}, end: ${this.e.toISO()} }`:`Interval { Invalid, reason: ${this.invalidReason} }`}toLocaleString(e=zc,t={}){return this.isValid?eu.create(this.s.loc.clone(t),e).formatInterval(this):Uu}toISO(e){return this.isValid?`${this.s.toISO(e)}/${this.e.toISO(e)}`:Uu}toISODate(){return this.isValid?`${this.s.toISODate()}/${this.e.toISODate()}`:Uu}toISOTime(e){return this.isValid?`${this.s.toISOTime(e)}/${this.e.toISOTime(e)}`:Uu}toFormat(e,{separator:t=` – `}={}){return this.isValid?`${this.s.toFormat(e)}${t}${this.e.toFormat(e)}`:Uu}toDuration(e,t){return this.isValid?this.e.diff(this.s,e,t):Hu.invalid(this.invalidReason)}mapEndpoints(t){return e.fromDateTimes(t(this.s),t(this.e))}},Gu=class{static hasDST(e=Q.defaultZone){let t=$.now().setZone(e).set({month:12});return!e.isUniversal&&t.offset!==t.set({month:6}).offset}static isValidIANAZone(e){return pl.isValidZone(e)}static normalizeZone(e){return ho(e,Q.defaultZone)}static getStartOfWeek({locale:e=null,locObj:t=null}={}){return(t||Z.create(e)).getStartOfWeek()}static getMinimumDaysInFirstWeek({locale:e=null,locObj:t=null}={}){return(t||Z.create(e)).getMinDaysInFirstWeek()}static getWeekendWeekdays({locale:e=null,locObj:t=null}={}){return(t||Z.create(e)).getWeekendDays().slice()}static months(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null,outputCalendar:i=`gregory`}={}){return(r||Z.create(t,n,i)).months(e)}static monthsFormat(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null,outputCalendar:i=`gregory`}={}){return(r||Z.create(t,n,i)).months(e,!0)}static weekdays(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null}={}){return(r||Z.create(t,n,null)).weekdays(e)}static weekdaysFormat(e=`long`,{locale:t=null,numberingSystem:n=null,locObj:r=null}={}){return(r||Z.create(t,n,null)).weekdays(e,!0)}static meridiems({locale:e=null}={}){return Z.create(e).meridiems()}static eras(e=`short`,{locale:t=null}={}){return Z.create(t,null,`gregory`).eras(e)}static features(){return{relative:Lo(),localeWeek:Ro()}}},Ku=`missing Intl.DateTimeFormat.formatToParts support`,qu=`[ \xA0]`,Ju=new RegExp(qu,`g`),Yu={year:{"2-digit":`yy`,numeric:`yyyyy`},month:{numeric:`M`,"2-digit":`MM`,short:`MMM`,long:`MMMM`},day:{numeric:`d`,"2-digit":`dd`},weekday:{short:`EEE`,long:`EEEE`},dayperiod:`a`,dayPeriod:`a`,hour12:{numeric:`h`,"2-digit":`hh`},hour24:{numeric:`H`,"2-digit":`HH`},minute:{numeric:`m`,"2-digit":`mm`},second:{numeric:`s`,"2-digit":`ss`},timeZoneName:{long:`ZZZZZ`,short:`ZZZ`}},Xu=null,Zu=class{constructor(e,t){if(this.locale=e,this.format=t,this.tokens=oc(eu.parseFormat(t),e),this.units=this.tokens.map(t=>$s(t,e)),this.disqualifyingUnit=this.units.find(e=>e.invalidReason),!this.disqualifyingUnit){let[e,t]=tc(this.units);this.regex=RegExp(e,`i`),this.handlers=t}}explainFromTokens(e){if(this.isValid){let[t,n]=nc(e,this.regex,this.handlers),[r,i,a]=n?rc(n):[null,null,void 0];if(Ho(n,`a`)&&Ho(n,`H`))throw new Nc(`Can't include meridiem when specifying 24-hour format`);return{input:e,tokens:this.tokens,regex:this.regex,rawMatches:t,matches:n,result:r,zone:i,specificOffset:a}}return{input:e,tokens:this.tokens,invalidReason:this.invalidReason}}get isValid(){return!this.disqualifyingUnit}get invalidReason(){return this.disqualifyingUnit?this.disqualifyingUnit.invalidReason:null}},Qu=`Invalid DateTime`,$u=864e13,ed={month:1,day:1,hour:0,minute:0,second:0,millisecond:0},td={weekNumber:1,weekday:1,hour:0,minute:0,second:0,millisecond:0},nd={ordinal:1,hour:0,minute:0,second:0,millisecond:0},rd=[`year`,`month`,`day`,`hour`,`minute`,`second`,`millisecond`],id=[`weekYear`,`weekNumber`,`weekday`,`hour`,`minute`,`second`,`millisecond`],ad=[`year`,`ordinal`,`hour`,`minute`,`second`,`millisecond`],sd=new Map,$=class e{constructor(e){let t=e.zone||Q.defaultZone,n=e.invalid||(Number.isNaN(e.ts)?new Bl(`invalid input`):null)||(t.isValid?null:uc(t));this.ts=q(e.ts)?Q.now():e.ts;let r=null,i=null;if(!n){if(e.old&&e.old.ts===this.ts&&e.old.zone.equals(t))[r,i]=[e.old.c,e.old.o];else{let a=No(e.o)&&!e.old?e.o:t.offset(this.ts);r=hc(this.ts,a),n=Number.isNaN(r.year)?new Bl(`invalid input`):null,r=n?null:r,i=n?null:a}}this._zone=t,this.loc=e.loc||Z.create(),this.invalid=n,this.weekData=null,this.localWeekData=null,this.c=r,this.o=i,this.isLuxonDateTime=!0}static now(){return new e({})}static local(){let[e,t]=Dc(arguments),[n,r,i,a,o,s,c]=t;return Tc({year:n,month:r,day:i,hour:a,minute:o,second:s,millisecond:c},e)}static utc(){let[e,t]=Dc(arguments),[n,r,i,a,o,s,c]=t;return e.zone=El.utcInstance,Tc({year:n,month:r,day:i,hour:a,minute:o,second:s,millisecond:c},e)}static fromJSDate(t,n={}){let r=Io(t)?t.valueOf():NaN;if(Number.isNaN(r))return e.invalid(`invalid input`);let i=ho(n.zone,Q.defaultZone);return i.isValid?new e({ts:r,zone:i,loc:Z.fromObject(n)}):e.invalid(uc(i))}static fromMillis(t,n={}){if(!No(t))throw new Fc(`fromMillis requires a numerical input, but received a ${typeof t} with value ${t}`);return t<-864e13||t>$u?e.invalid(`Timestamp out of range`):new e({ts:t,zone:ho(n.zone,Q.defaultZone),loc:Z.fromObject(n)})}static fromSeconds(t,n={}){if(No(t))return new e({ts:t*1e3,zone:ho(n.zone,Q.defaultZone),loc:Z.fromObject(n)});throw new Fc(`fromSeconds requires a numerical input`)}static fromObject(t,n={}){t||={};let r=ho(n.zone,Q.defaultZone);if(!r.isValid)return e.invalid(uc(r));let i=Z.fromObject(n),a=os(t,Cc),{minDaysInFirstWeek:o,startOfWeek:s}=Oo(a,i),c=Q.now(),l=q(n.specificOffset)?r.offset(c):n.specificOffset,u=!q(a.ordinal),d=!q(a.year),f=!q(a.month)||!q(a.day),p=d||f,m=a.weekYear||a.weekNumber;if((p||u)&&m)throw new Nc(`Can't mix weekYear/weekNumber units with year/month/day or ordinals`);if(f&&u)throw new Nc(`Can't mix ordinal dates with month/day`);let h=m||a.weekday&&!p,g,_,v=hc(c,l);h?(g=id,_=td,v=wo(v,o,s)):u?(g=ad,_=nd,v=Eo(v)):(g=rd,_=ed);let y=!1;for(let e of g){let t=a[e];q(t)?a[e]=y?_[e]:v[e]:y=!0}let b=(h?ko(a,o,s):u?Ao(a):jo(a))||Mo(a);if(b)return e.invalid(b);let[x,S]=gc(h?To(a,o,s):u?Do(a):a,l,r),C=new e({ts:x,zone:r,o:S,loc:i});return a.weekday&&p&&t.weekday!==C.weekday?e.invalid(`mismatched weekday`,`you can't specify both a weekday of ${a.weekday} and a date of ${C.toISO()}`):C.isValid?C:e.invalid(C.invalid)}static fromISO(e,t={}){let[n,r]=Ns(e);return vc(n,r,t,`ISO 8601`,e)}static fromRFC2822(e,t={}){let[n,r]=Ps(e);return vc(n,r,t,`RFC 2822`,e)}static fromHTTP(e,t={}){let[n,r]=Fs(e);return vc(n,r,t,`HTTP`,t)}static fromFormat(t,n,r={}){if(q(t)||q(n))throw new Fc(`fromFormat requires an input string and a format`);let{locale:i=null,numberingSystem:a=null}=r,[o,s,c,l]=cc(Z.fromOpts({locale:i,numberingSystem:a,defaultToEN:!0}),t,n);return l?e.invalid(l):vc(o,s,r,`format ${n}`,t,c)}static fromString(t,n,r={}){return e.fromFormat(t,n,r)}static fromSQL(e,t={}){let[n,r]=Rs(e);return vc(n,r,t,`SQL`,e)}static invalid(t,n=null){if(!t)throw new Fc(`need to specify a reason the DateTime is invalid`);let r=t instanceof Bl?t:new Bl(t,n);if(Q.throwOnInvalid)throw new Ac(r);return new e({invalid:r})}static isDateTime(e){return e&&e.isLuxonDateTime||!1}static parseFormatForOpts(e,t={}){let n=lc(e,Z.fromObject(t));return n?n.map(e=>e?e.val:null).join(``):null}static expandFormat(e,t={}){return oc(eu.parseFormat(e),Z.fromObject(t)).map(e=>e.val).join(``)}static resetCache(){od=void 0,sd.clear()}get(e){return this[e]}get isValid(){return this.invalid===null}get invalidReason(){return this.invalid?this.invalid.reason:null}get invalidExplanation(){return this.invalid?this.invalid.explanation:null}get locale(){return this.isValid?this.loc.locale:null}get numberingSystem(){return this.isValid?this.loc.numberingSystem:null}get outputCalendar(){return this.isValid?this.loc.outputCalendar:null}get zone(){return this._zone}get zoneName(){return this.isValid?this.zone.name:null}get year(){return this.isValid?this.c.year:NaN}get quarter(){return this.isValid?Math.ceil(this.c.month/3):NaN}get month(){return this.isValid?this.c.month:NaN}get day(){return this.isValid?this.c.day:NaN}get hour(){return this.isValid?this.c.hour:NaN}get minute(){return this.isValid?this.c.minute:NaN}get second(){return this.isValid?this.c.second:NaN}get millisecond(){return this.isValid?this.c.millisecond:NaN}get weekYear(){return this.isValid?dc(this).weekYear:NaN}get weekNumber(){return this.isValid?dc(this).weekNumber:NaN}get weekday(){return this.isValid?dc(this).weekday:NaN}get isWeekend(){return this.isValid&&this.loc.getWeekendDays().includes(this.weekday)}get localWeekday(){return this.isValid?fc(this).weekday:NaN}get localWeekNumber(){return this.isValid?fc(this).weekNumber:NaN}get localWeekYear(){return this.isValid?fc(this).weekYear:NaN}get ordinal(){return this.isValid?Eo(this.c).ordinal:NaN}get monthShort(){return this.isValid?Gu.months(`short`,{locObj:this.loc})[this.month-1]:null}get monthLong(){return this.isValid?Gu.months(`long`,{locObj:this.loc})[this.month-1]:null}get weekdayShort(){return this.isValid?Gu.weekdays(`short`,{locObj:this.loc})[this.weekday-1]:null}get weekdayLong(){return this.isValid?Gu.weekdays(`long`,{locObj:this.loc})[this.weekday-1]:null}get offset(){return this.isValid?+this.o:NaN}get offsetNameShort(){return this.isValid?this.zone.offsetName(this.ts,{format:`short`,locale:this.locale}):null}get offsetNameLong(){return this.isValid?this.zone.offsetName(this.ts,{format:`long`,locale:this.locale}):null}get isOffsetFixed(){return this.isValid?this.zone.isUniversal:null}get isInDST(){return this.isOffsetFixed?!1:this.offset>this.set({month:1,day:1}).offset||this.offset>this.set({month:5}).offset}getPossibleOffsets(){if(!this.isValid||this.isOffsetFixed)return[this];let e=864e5,t=6e4,n=$o(this.c),r=this.zone.offset(n-e),i=this.zone.offset(n+e),a=this.zone.offset(n-r*t),o=this.zone.offset(n-i*t);if(a===o)return[this];let s=n-a*t,c=n-o*t,l=hc(s,a),u=hc(c,o);return l.hour===u.hour&&l.minute===u.minute&&l.second===u.second&&l.millisecond===u.millisecond?[pc(this,{ts:s}),pc(this,{ts:c})]:[this]}get isInLeapYear(){return Xo(this.year)}get daysInMonth(){return Qo(this.year,this.month)}get daysInYear(){return this.isValid?Zo(this.year):NaN}get weeksInWeekYear(){return this.isValid?ts(this.weekYear):NaN}get weeksInLocalWeekYear(){return this.isValid?ts(this.localWeekYear,this.loc.getMinDaysInFirstWeek(),this.loc.getStartOfWeek()):NaN}resolvedLocaleOptions(e={}){let{locale:t,numberingSystem:n,calendar:r}=eu.create(this.loc.clone(e),e).resolvedOptions(this);return{locale:t,numberingSystem:n,outputCalendar:r}}toUTC(e=0,t={}){return this.setZone(El.instance(e),t)}toLocal(){return this.setZone(Q.defaultZone)}setZone(t,{keepLocalTime:n=!1,keepCalendarTime:r=!1}={}){if(t=ho(t,Q.defaultZone),t.equals(this.zone))return this;if(t.isValid){let e=this.ts;if(n||r){let n=t.offset(this.ts),r=this.toObject();[e]=gc(r,n,t)}return pc(this,{ts:e,zone:t})}return e.invalid(uc(t))}reconfigure({locale:e,numberingSystem:t,outputCalendar:n}={}){let r=this.loc.clone({locale:e,numberingSystem:t,outputCalendar:n});return pc(this,{loc:r})}setLocale(e){return this.reconfigure({locale:e})}set(e){if(!this.isValid)return this;let t=os(e,Cc),{minDaysInFirstWeek:n,startOfWeek:r}=Oo(t,this.loc),i=!q(t.weekYear)||!q(t.weekNumber)||!q(t.weekday),a=!q(t.ordinal),o=!q(t.year),s=!q(t.month)||!q(t.day),c=o||s,l=t.weekYear||t.weekNumber;if((c||a)&&l)throw new Nc(`Can't mix weekYear/weekNumber units with year/month/day or ordinals`);if(s&&a)throw new Nc(`Can't mix ordinal dates with month/day`);let u;i?u=To({...wo(this.c,n,r),...t},n,r):q(t.ordinal)?(u={...this.toObject(),...t},q(t.day)&&(u.day=Math.min(Qo(u.year,u.month),u.day))):u=Do({...Eo(this.c),...t});let[d,f]=gc(u,this.o,this.zone);return pc(this,{ts:d,o:f})}plus(e){if(!this.isValid)return this;let t=Hu.fromDurationLike(e);return pc(this,_c(this,t))}minus(e){if(!this.isValid)return this;let t=Hu.fromDurationLike(e).negate();return pc(this,_c(this,t))}startOf(e,{useLocaleWeeks:t=!1}={}){if(!this.isValid)return this;let n={},r=Hu.normalizeUnit(e);switch(r){case`years`:n.month=1;case`quarters`:case`months`:n.day=1;case`weeks`:case`days`:n.hour=0;case`hours`:n.minute=0;case`minutes`:n.second=0;case`seconds`:n.millisecond=0}if(r===`weeks`){if(t){let e=this.loc.getStartOfWeek(),{weekday:t}=this;t<e&&(n.weekNumber=this.weekNumber-1),n.weekday=e}else n.weekday=1}return r===`quarters`&&(n.month=(Math.ceil(this.month/3)-1)*3+1),this.set(n)}endOf(e,t){return this.isValid?this.plus({[e]:1}).startOf(e,t).minus(1):this}toFormat(e,t={}){return this.isValid?eu.create(this.loc.redefaultToEN(t)).formatDateTimeFromString(this,e):Qu}toLocaleString(e=zc,t={}){return this.isValid?eu.create(this.loc.clone(t),e).formatDateTime(this):Qu}toLocaleParts(e={}){return this.isValid?eu.create(this.loc.clone(e),e).formatDateTimeParts(this):[]}toISO({format:e=`extended`,suppressSeconds:t=!1,suppressMilliseconds:n=!1,includeOffset:r=!0,extendedZone:i=!1,precision:a=`milliseconds`}={}){if(!this.isValid)return null;a=Sc(a);let o=e===`extended`,s=bc(this,o,a);return rd.indexOf(a)>=3&&(s+=`T`),s+=xc(this,o,t,n,r,i,a),s}toISODate({format:e=`extended`,precision:t=`day`}={}){return this.isValid?bc(this,e===`extended`,Sc(t)):null}toISOWeekDate(){return yc(this,`kkkk-'W'WW-c`)}toISOTime({suppressMilliseconds:e=!1,suppressSeconds:t=!1,includeOffset:n=!0,includePrefix:r=!1,extendedZone:i=!1,format:a=`extended`,precision:o=`milliseconds`}={}){return this.isValid?(o=Sc(o),(r&&rd.indexOf(o)>=3?`T`:``)+xc(this,a===`extended`,t,e,n,i,o)):null}toRFC2822(){return yc(this,`EEE, dd LLL yyyy HH:mm:ss ZZZ`,!1)}toHTTP(){return yc(this.toUTC(),`EEE, dd LLL yyyy HH:mm:ss 'GMT'`)}toSQLDate(){return this.isValid?bc(this,!0):null}toSQLTime({includeOffset:e=!0,includeZone:t=!1,includeOffsetSpace:n=!0}={}){let r=`HH:mm:ss.SSS`;return(t||e)&&(n&&(r+=` `),t?r+=`z`:e&&(r+=`ZZ`)),yc(this,r,!0)}toSQL(e={}){return this.isValid?`${this.toSQLDate()} ${this.toSQLTime(e)}`:null}toString(){return this.isValid?this.toISO():Qu}[Symbol.for(`nodejs.util.inspect.custom`)](){return this.isValid?`DateTime { ts: ${this.toISO()}, zone: ${this.zone.name}, locale: ${this.locale} }`:`DateTime { Invalid, reason: ${this.invalidReason} }`}valueOf(){return this.toMillis()}toMillis(){return this.isValid?this.ts:NaN}toSeconds(){return this.isValid?this.ts/1e3:NaN}toUnixInteger(){return this.isValid?Math.floor(this.ts/1e3):NaN}toJSON(){return this.toISO()}toBSON(){return this.toJSDate()}toObject(e={}){if(!this.isValid)return{};let t={...this.c};return e.includeConfig&&(t.outputCalendar=this.outputCalendar,t.numberingSystem=this.loc.numberingSystem,t.locale=this.loc.locale),t}toJSDate(){return new Date(this.isValid?this.ts:NaN)}diff(e,t=`milliseconds`,n={}){if(!this.isValid||!e.isValid)return Hu.invalid(`created by diffing an invalid DateTime`);let r={locale:this.locale,numberingSystem:this.numberingSystem,...n},i=zo(t).map(Hu.normalizeUnit),a=e.valueOf()>this.valueOf(),o=Ks(a?this:e,a?e:this,i,r);return a?o.negate():o}diffNow(t=`milliseconds`,n={}){return this.diff(e.now(),t,n)}until(e){return this.isValid?Wu.fromDateTimes(this,e):this}hasSame(e,t,n){if(!this.isValid)return!1;let r=e.valueOf(),i=this.setZone(e.zone,{keepLocalTime:!0});return i.startOf(t,n)<=r&&r<=i.endOf(t,n)}equals(e){return this.isValid&&e.isValid&&this.valueOf()===e.valueOf()&&this.zone.equals(e.zone)&&this.loc.equals(e.loc)}toRelative(t={}){if(!this.isValid)return null;let n=t.base||e.fromObject({},{zone:this.zone}),r=t.padding?this<n?-t.padding:t.padding:0,i=[`years`,`months`,`days`,`hours`,`minutes`,`seconds`],a=t.unit;return Array.isArray(t.unit)&&(i=t.unit,a=void 0),Ec(n,this.plus(r),{...t,numeric:`always`,units:i,unit:a})}toRelativeCalendar(t={}){return this.isValid?Ec(t.base||e.fromObject({},{zone:this.zone}),this,{...t,numeric:`auto`,units:[`years`,`months`,`days`],calendary:!0}):null}static min(...t){if(!t.every(e.isDateTime))throw new Fc(`min requires all arguments be DateTimes`);return Bo(t,e=>e.valueOf(),Math.min)}static max(...t){if(!t.every(e.isDateTime))throw new Fc(`max requires all arguments be DateTimes`);return Bo(t,e=>e.valueOf(),Math.max)}static fromFormatExplain(e,t,n={}){let{locale:r=null,numberingSystem:i=null}=n;return sc(Z.fromOpts({locale:r,numberingSystem:i,defaultToEN:!0}),e,t)}static fromStringExplain(t,n,r={}){return e.fromFormatExplain(t,n,r)}static buildFormatParser(e,t={}){let{locale:n=null,numberingSystem:r=null}=t,i=Z.fromOpts({locale:n,numberingSystem:r,defaultToEN:!0});return new Zu(i,e)}static fromFormatParser(t,n,r={}){if(q(t)||q(n))throw new Fc(`fromFormatParser requires an input string and a format parser`);let{locale:i=null,numberingSystem:a=null}=r,o=Z.fromOpts({locale:i,numberingSystem:a,defaultToEN:!0});if(!o.equals(n.locale))throw new Fc(`fromFormatParser called with a locale of ${o}, but the format parser was created for ${n.locale}`);let{result:s,zone:c,specificOffset:l,invalidReason:u}=n.explainFromTokens(t);return u?e.invalid(u):vc(s,c,r,`format ${n.format}`,t,l)}static get DATE_SHORT(){return zc}static get DATE_MED(){return Bc}static get DATE_MED_WITH_WEEKDAY(){return Vc}static get DATE_FULL(){return Hc}static get DATE_HUGE(){return Uc}static get TIME_SIMPLE(){return Wc}static get TIME_WITH_SECONDS(){return Gc}static get TIME_WITH_SHORT_OFFSET(){return Kc}static get TIME_WITH_LONG_OFFSET(){return qc}static get TIME_24_SIMPLE(){return Jc}static get TIME_24_WITH_SECONDS(){return Yc}static get TIME_24_WITH_SHORT_OFFSET(){return Xc}static get TIME_24_WITH_LONG_OFFSET(){return Zc}static get DATETIME_SHORT(){return Qc}static get DATETIME_SHORT_WITH_SECONDS(){return $c}static get DATETIME_MED(){return el}static get DATETIME_MED_WITH_SECONDS(){return tl}static get DATETIME_MED_WITH_WEEKDAY(){return nl}static get DATETIME_FULL(){return rl}static get DATETIME_FULL_WITH_SECONDS(){return il}static get DATETIME_HUGE(){return al}static get DATETIME_HUGE_WITH_SECONDS(){return ol}},cd=`3.7.2`})),ud=a((t=>{Object.defineProperty(t,"__esModule",{value:!0}),t.CronDate=t.DAYS_IN_MONTH=t.DateMathOp=t.TimeUnit=void 0;let n=(ld(),e(Za));var r;(function(e){e.Second=`Second`,e.Minute=`Minute`,e.Hour=`Hour`,e.Day=`Day`,e.Month=`Month`,e.Year=`Year`})(r||(t.TimeUnit=r={}));var i;(function(e){e.Add=`Add`,e.Subtract=`Subtract`})(i||(t.DateMathOp=i={})),t.DAYS_IN_MONTH=Object.freeze([31,29,31,30,31,30,31,31,30,31,30,31]);var a=class e{#e;#t=null;#n=null;#r=null;constructor(t,r){let i={zone:r};if(t?t instanceof e?(this.#e=t.#e,this.#t=t.#t,this.#n=t.#n,this.#r=t.#r):t instanceof Date?this.#e=n.DateTime.fromJSDate(t,i):typeof t==`number`?this.#e=n.DateTime.fromMillis(t,i):(this.#e=n.DateTime.fromISO(t,i),this.#e.isValid||(this.#e=n.DateTime.fromRFC2822(t,i)),this.#e.isValid||(this.#e=n.DateTime.fromSQL(t,i)),this.#e.isValid||(this.#e=n.DateTime.fromFormat(t,`EEE, d MMM yyyy HH:mm:ss`,i)),this.#e.isValid||(this.#e=n.DateTime.fromHTTP(t,i))):this.#e=n.DateTime.local(),!this.#e.isValid)throw Error(`CronDate: unhandled timestamp: ${t}`);r&&r!==this.#e.zoneName&&(this.#e=this.#e.setZone(r))}static#i(e){return e%4==0&&e%100!=0||e%400==0}get dstStart(){return this.#t}get dstStartLandingHour(){return this.#n}clearDstStart(){this.#t=null,this.#n=null}get dstEnd(){return this.#r}set dstEnd(e){this.#r=e}addYear(){this.#e=this.#e.plus({years:1})}addMonth(){this.#e=this.#e.plus({months:1}).startOf(`month`)}addDay(){this.#e=this.#e.plus({days:1}).startOf(`day`)}addHour(){this.#e=this.#e.plus({hours:1}).startOf(`hour`)}addMinute(){this.#e=this.#e.plus({minutes:1}).startOf(`minute`)}addSecond(){this.#e=this.#e.plus({seconds:1})}subtractYear(){this.#e=this.#e.minus({years:1})}subtractMonth(){this.#e=this.#e.minus({months:1}).endOf(`month`).startOf(`second`)}subtractDay(){this.#e=this.#e.minus({days:1}).endOf(`day`).startOf(`second`)}subtractHour(){this.#e=this.#e.minus({hours:1}).endOf(`hour`).startOf(`second`)}subtractMinute(){this.#e=this.#e.minus({minutes:1}).endOf(`minute`).startOf(`second`)}subtractSecond(){this.#e=this.#e.minus({seconds:1})}addUnit(e){switch(e){case r.Year:return this.addYear();case r.Month:return this.addMonth();case r.Day:return this.addDay();case r.Hour:return this.addHour();case r.Minute:return this.addMinute();case r.Second:return this.addSecond()}}subtractUnit(e){switch(e){case r.Year:return this.subtractYear();case r.Month:return this.subtractMonth();case r.Day:return this.subtractDay();case r.Hour:return this.subtractHour();case r.Minute:return this.subtractMinute();case r.Second:return this.subtractSecond()}}invokeDateOperation(e,t){if(e===i.Add)this.addUnit(t);else if(e===i.Subtract)this.subtractUnit(t);else throw Error(`Invalid verb: ${e}`)}getDate(){return this.#e.day}getFullYear(){return this.#e.year}getDay(){let e=this.#e.weekday;return e===7?0:e}getMonth(){return this.#e.month-1}getHours(){return this.#e.hour}getMinutes(){return this.#e.minute}getSeconds(){return this.#e.second}getMilliseconds(){return this.#e.millisecond}getUTCOffset(){return this.#e.offset}setStartOfDay(){this.#e=this.#e.startOf(`day`)}setEndOfDay(){this.#e=this.#e.endOf(`day`)}getTime(){return this.#e.valueOf()}getUTCDate(){return this.#a().day}getUTCFullYear(){return this.#a().year}getUTCDay(){let e=this.#a().weekday;return e===7?0:e}getUTCMonth(){return this.#a().month-1}getUTCHours(){return this.#a().hour}getUTCMinutes(){return this.#a().minute}getUTCSeconds(){return this.#a().second}toISOString(){return this.#e.toUTC().toISO()}toJSON(){return this.#e.toJSON()}setDate(e){this.#e=this.#e.set({day:e})}setFullYear(e){this.#e=this.#e.set({year:e})}setDay(e){this.#e=this.#e.set({weekday:e})}setMonth(e){this.#e=this.#e.set({month:e+1})}setHours(e){this.#e=this.#e.set({hour:e})}setMinutes(e){this.#e=this.#e.set({minute:e})}setSeconds(e){this.#e=this.#e.set({second:e})}setMilliseconds(e){this.#e=this.#e.set({millisecond:e})}toString(){return this.toDate().toString()}toDate(){return this.#e.toJSDate()}isLastDayOfMonth(){let{day:n,month:r}=this.#e;if(r===2){let i=e.#i(this.#e.year);return n===t.DAYS_IN_MONTH[r-1]-+!i}return n===t.DAYS_IN_MONTH[r-1]}isLastWeekdayOfMonth(){let{day:n,month:r}=this.#e,i;return i=r===2?t.DAYS_IN_MONTH[r-1]-+!e.#i(this.#e.year):t.DAYS_IN_MONTH[r-1],n>i-7}applyDateOperation(e,t,n){if(t===r.Month||t===r.Day){this.invokeDateOperation(e,t);return}let a=this.getHours(),o=this.getUTCOffset();this.invokeDateOperation(e,t);let s=this.getHours(),c=(s-a+24)%24;e===i.Add&&this.getUTCOffset()>o&&c>=2?n!==24&&(this.#t=(a+1)%24,this.#n=s):c===0&&this.getMinutes()===0&&this.getSeconds()===0&&n!==24&&(this.dstEnd=s)}#a(){return this.#e.toUTC()}};t.CronDate=a,t.default=a})),dd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronMonth=void 0;let t=ud(),n=Xa(),r=Object.freeze([]);e.CronMonth=class extends n.CronField{static get min(){return 1}static get max(){return 12}static get chars(){return r}static get daysInMonth(){return t.DAYS_IN_MONTH}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),fd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronDayOfMonth=void 0;let t=Xa(),n=dd(),r=Object.freeze([`L`]);e.CronDayOfMonth=class e extends t.CronField{static fromMonth(t,r,i){if(t.length!==1)return new e(r,i);let a=n.CronMonth.daysInMonth[t[0]-1],o=r.filter(e=>typeof e!=`number`||e<=a);return new e(o.length>0?o:r,i)}static get min(){return 1}static get max(){return 31}static get chars(){return r}static get validChars(){return/^[?,*\dLH/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),pd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronDayOfWeek=void 0;let t=Xa(),n=Object.freeze([`L`]);e.CronDayOfWeek=class extends t.CronField{static get min(){return 0}static get max(){return 7}static get chars(){return n}static get validChars(){return/^[?,*\dLH#/-]+$|^.*H\(\d+-\d+\)\/\d+.*$|^.*H\(\d+-\d+\).*$|^.*H\/\d+.*$/}constructor(e,t){if(super(e,t),this.validate(),this.values.some(e=>e===`L`))throw Error(`${this.constructor.name} Validation error, unexpected standalone L`)}get values(){return super.values}get nthDay(){return this.options.nthDayOfWeek??0}}})),md=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronHour=void 0;let t=Xa(),n=Object.freeze([]);e.CronHour=class extends t.CronField{static get min(){return 0}static get max(){return 23}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),hd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronMinute=void 0;let t=Xa(),n=Object.freeze([]);e.CronMinute=class extends t.CronField{static get min(){return 0}static get max(){return 59}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),gd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronSecond=void 0;let t=Xa(),n=Object.freeze([]);e.CronSecond=class extends t.CronField{static get min(){return 0}static get max(){return 59}static get chars(){return n}constructor(e,t){super(e,t),this.validate()}get values(){return super.values}}})),_d=a(((e,t,n)=>{var r=n&&n.__createBinding||(Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]})),i=n&&n.__exportStar||function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&r(t,e,n)};Object.defineProperty(e,"__esModule",{value:!0}),i(Ya(),e),i(fd(),e),i(pd(),e),i(Xa(),e),i(md(),e),i(hd(),e),i(dd(),e),i(gd(),e)})),vd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronFieldCollection=void 0;let t=_d();e.CronFieldCollection=class e{#e;#t;#n;#r;#i;#a;static from(n,r){return new e({second:this.resolveField(t.CronSecond,n.second,r.second),minute:this.resolveField(t.CronMinute,n.minute,r.minute),hour:this.resolveField(t.CronHour,n.hour,r.hour),dayOfMonth:this.resolveField(t.CronDayOfMonth,n.dayOfMonth,r.dayOfMonth),month:this.resolveField(t.CronMonth,n.month,r.month),dayOfWeek:this.resolveField(t.CronDayOfWeek,n.dayOfWeek,r.dayOfWeek)})}static resolveField(e,n,r){return r?r instanceof t.CronField?r:new e(r):n}constructor({second:e,minute:n,hour:r,dayOfMonth:i,month:a,dayOfWeek:o}){if(!e)throw Error(`Validation error, Field second is missing`);if(!n)throw Error(`Validation error, Field minute is missing`);if(!r)throw Error(`Validation error, Field hour is missing`);if(!i)throw Error(`Validation error, Field dayOfMonth is missing`);if(!a)throw Error(`Validation error, Field month is missing`);if(!o)throw Error(`Validation error, Field dayOfWeek is missing`);if(a.values.length===1&&!i.hasLastChar&&o.isWildcard&&!(parseInt(i.values[0],10)<=t.CronMonth.daysInMonth[a.values[0]-1]))throw Error(`Invalid explicit day of month definition`);this.#e=e,this.#t=n,this.#n=r,this.#i=a,this.#a=o,this.#r=i}get second(){return this.#e}get minute(){return this.#t}get hour(){return this.#n}get dayOfMonth(){return this.#r}get month(){return this.#i}get dayOfWeek(){return this.#a}static compactField(e){if(e.length===0)return[];let t=[],n;return e.forEach((e,r,i)=>{if(n===void 0){n={start:e,count:1};return}let a=i[r-1]||n.start,o=i[r+1];if(e===`L`||e===`W`)t.push(n),t.push({start:e,count:1}),n=void 0;else{if(n.step===void 0&&o!==void 0){let t=e-a;if(t<=o-e){n={...n,count:2,end:e,step:t};return}n.step=1}e-(n.end??0)===n.step?(n.count++,n.end=e):(n.count===1?t.push({start:n.start,count:1}):n.count===2?(t.push({start:n.start,count:1}),t.push({start:n.end??a,count:1})):t.push(n),n={start:e,count:1})}}),n&&t.push(n),t}static#o(e,n,r){let i=n.step;return i?i===1&&n.start===e.min&&n.end&&n.end>=r?(e instanceof t.CronDayOfMonth||e instanceof t.CronDayOfWeek)&&!e.isWildcard?null:e.hasQuestionMarkChar?`?`:`*`:i!==1&&n.start===e.min&&n.end&&n.end>=r-i+1?`*/${i}`:null:null}static#s(e){let t=e.step;if(t===1)return`${e.start}-${e.end}`;let n=e.start===0?e.count-1:e.count;if(!t)throw Error(`Unexpected range step`);if(!e.end)throw Error(`Unexpected range end`);if(t*n>e.end){let n=(n,r)=>{if(typeof e.start!=`number`)throw Error(`Unexpected range start`);return r%t===0?e.start+r:null};if(typeof e.start!=`number`)throw Error(`Unexpected range start`);let r={length:e.end-e.start+1};return Array.from(r,n).filter(e=>e!==null).join(`,`)}return`${e.start}-${e.end}/${t}`}stringifyField(n){let r=n.max,i=n.values;if(n instanceof t.CronDayOfWeek){r=6;let e=this.#a.values;i=e[e.length-1]===7?e.slice(0,-1):e}n instanceof t.CronDayOfMonth&&(r=this.#i.values.length===1?t.CronMonth.daysInMonth[this.#i.values[0]-1]:n.max);let a=e.compactField(i);if(a.length===1){let t=e.#o(n,a[0],r);if(t)return t}return a.map(r=>{let i=r.count===1?r.start.toString():e.#s(r);return n instanceof t.CronDayOfWeek&&n.nthDay>0?`${i}#${n.nthDay}`:i}).join(`,`)}stringify(e=!1){let t=[];return e&&t.push(this.stringifyField(this.#e)),t.push(this.stringifyField(this.#t),this.stringifyField(this.#n),this.stringifyField(this.#r),this.stringifyField(this.#i),this.stringifyField(this.#a)),t.join(` `)}serialize(){return{second:this.#e.serialize(),minute:this.#t.serialize(),hour:this.#n.serialize(),dayOfMonth:this.#r.serialize(),month:this.#i.serialize(),dayOfWeek:this.#a.serialize()}}}})),yd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronExpression=e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE=e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE=void 0;let t=ud();e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE=`Out of the time span range`,e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE=`Invalid expression, loop limit exceeded`;let n=1e4;var r=class r{#e;#t;#n;#r;#i;#a;#o=null;#s=!1;constructor(e,n){this.#e=n,this.#t=n.tz,this.#r=n.startDate?new t.CronDate(n.startDate,this.#t):null,this.#i=n.endDate?new t.CronDate(n.endDate,this.#t):null;let r=n.currentDate??n.startDate;if(r){let e=new t.CronDate(r,this.#t);this.#r&&e.getTime()<this.#r.getTime()?r=this.#r:this.#i&&e.getTime()>this.#i.getTime()&&(r=this.#i)}this.#n=new t.CronDate(r,this.#t),this.#a=e}get fields(){return this.#a}static fieldsToExpression(e,t){return new r(e,t||{})}static#c(e,t){return t.some(t=>t===e)}#l(e,t){return e[t?e.length-1:0]}#u(e){let n=`${e.getFullYear()}-${e.getMonth()+1}-${e.getDate()}`;if(this.#o===n)return this.#s;let r=new t.CronDate(e);r.setStartOfDay();let i=new t.CronDate(e);return i.setEndOfDay(),this.#o=n,this.#s=r.getUTCOffset()!==i.getUTCOffset(),this.#s}#d(e,n,r){let i=this.#a.second.values,a=e.getSeconds(),o=this.#a.second.findNearestValue(a,r);o===null?(e.applyDateOperation(n,t.TimeUnit.Minute,this.#a.hour.values.length),e.setSeconds(this.#l(i,r))):e.setSeconds(o)}#f(e,n,r){let i=this.#a.minute.values,a=this.#a.second.values,o=e.getMinutes(),s=this.#a.minute.findNearestValue(o,r);s===null?(e.applyDateOperation(n,t.TimeUnit.Hour,this.#a.hour.values.length),e.setMinutes(this.#l(i,r)),e.setSeconds(this.#l(a,r))):(e.setMinutes(s),e.setSeconds(this.#l(a,r)))}static#p(e,t){if(!t.isLastWeekdayOfMonth())return!1;let n=t.getDay();return e.some(e=>n===parseInt(e.toString().charAt(0),10)%7)}static#m(e,t){return e<=0||Math.ceil(t.getDate()/7)===e}next(){return this.#v()}prev(){return this.#v(!0)}hasNext(){let e=this.#n;try{return this.#v(),!0}catch{return!1}finally{this.#n=e}}hasPrev(){let e=this.#n;try{return this.#v(!0),!0}catch{return!1}finally{this.#n=e}}take(e){let t=[];if(e>=0)for(let n=0;n<e;n++)try{t.push(this.next())}catch{return t}else for(let n=0;n>e;n--)try{t.push(this.prev())}catch{return t}return t}reset(e){this.#n=new t.CronDate(e||this.#e.currentDate,this.#t)}stringify(e=!1){return this.#a.stringify(e)}includesDate(e){let{second:n,minute:r,hour:i,month:a}=this.#a,o=new t.CronDate(e,this.#t);return!(!n.values.includes(o.getSeconds())||!r.values.includes(o.getMinutes())||!i.values.includes(o.getHours())||!a.values.includes(o.getMonth()+1)||!this.#h(o))}toString(){return this.#e.expression||this.stringify(!0)}#h(e){let t=this.#a.dayOfMonth.isWildcard,n=!t,i=this.#a.dayOfWeek.isWildcard,a=!i,o=r.#c(e.getDate(),this.#a.dayOfMonth.values)||this.#a.dayOfMonth.hasLastChar&&e.isLastDayOfMonth(),s=this.#a.dayOfWeek.nthDay,c=r.#c(e.getDay(),this.#a.dayOfWeek.values)&&r.#m(s,e)||this.#a.dayOfWeek.hasLastChar&&r.#p(this.#a.dayOfWeek.values,e);return!!(n&&a&&(o||c)||o&&!a||t&&!i&&c)}#g(e,n,i){let a=this.#a.hour.values,o=a,s=e.getHours(),c=r.#c(s,a),l=e.dstEnd===s;if(e.dstStart!==null&&e.dstStartLandingHour===s){for(let t=e.dstStart;t!==s;t=(t+1)%24)if(r.#c(t,a))return!0}if(l&&!i)return e.dstEnd=null,e.applyDateOperation(t.DateMathOp.Add,t.TimeUnit.Hour,o.length),!1;if(c)return!0;e.clearDstStart();let u=this.#a.hour.findNearestValue(s,i);if(u===null)return e.applyDateOperation(n,t.TimeUnit.Day,o.length),!1;if(this.#u(e)){let r=i?s-u:u-s;for(let a=0;a<r&&(e.applyDateOperation(n,t.TimeUnit.Hour,o.length),!(!i&&e.getHours()>=u||i&&e.getHours()<=u));a++);}else e.setHours(u);return e.setMinutes(this.#l(this.#a.minute.values,i)),e.setSeconds(this.#l(this.#a.second.values,i)),!1}#_(t){if(!this.#r&&!this.#i)return;let n=t.getTime();if(this.#r&&n<this.#r.getTime()||this.#i&&n>this.#i.getTime())throw Error(e.TIME_SPAN_OUT_OF_BOUNDS_ERROR_MESSAGE)}#v(i=!1){let a=i?t.DateMathOp.Subtract:t.DateMathOp.Add,o=new t.CronDate(this.#n),s=o.getTime();o.getMilliseconds()>0&&(o.setMilliseconds(0),i||o.applyDateOperation(t.DateMathOp.Add,t.TimeUnit.Second,this.#a.hour.values.length));let c=0;for(;++c<n;)if(this.#_(o),!r.#c(o.getMonth()+1,this.#a.month.values))o.applyDateOperation(a,t.TimeUnit.Month,this.#a.hour.values.length);else if(!this.#h(o))o.applyDateOperation(a,t.TimeUnit.Day,this.#a.hour.values.length);else if(this.#g(o,a,i)){if(!r.#c(o.getMinutes(),this.#a.minute.values))this.#f(o,a,i);else if(!r.#c(o.getSeconds(),this.#a.second.values))this.#d(o,a,i);else if(s===o.getTime())o.applyDateOperation(a,t.TimeUnit.Second,this.#a.hour.values.length);else break}if(c>=n)throw Error(e.LOOPS_LIMIT_EXCEEDED_ERROR_MESSAGE);return this.#n=o,o}[Symbol.iterator](){return{next:()=>{try{return{value:this.#v(),done:!1}}catch{return{value:void 0,done:!0}}}}}};e.CronExpression=r,e.default=r})),bd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.seededRandom=r;function t(e){let t=2166136261;for(let n=0;n<e.length;n++)t^=e.charCodeAt(n),t=Math.imul(t,16777619);return()=>t>>>0}function n(e){return()=>{let t=e+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}}function r(e){return n(e?t(e)():Math.floor(Math.random()*1e10))}})),xd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronExpressionParser=e.DayOfWeek=e.Months=e.CronUnit=e.PredefinedExpressions=void 0;let t=vd(),n=yd(),r=bd(),i=_d();var a;(function(e){e[`@yearly`]=`0 0 0 1 1 *`,e[`@annually`]=`0 0 0 1 1 *`,e[`@monthly`]=`0 0 0 1 * *`,e[`@weekly`]=`0 0 0 * * 0`,e[`@daily`]=`0 0 0 * * *`,e[`@hourly`]=`0 0 * * * *`,e[`@minutely`]=`0 * * * * *`,e[`@secondly`]=`* * * * * *`,e[`@weekdays`]=`0 0 0 * * 1-5`,e[`@weekends`]=`0 0 0 * * 0,6`})(a||(e.PredefinedExpressions=a={}));var o;(function(e){e.Second=`Second`,e.Minute=`Minute`,e.Hour=`Hour`,e.DayOfMonth=`DayOfMonth`,e.Month=`Month`,e.DayOfWeek=`DayOfWeek`})(o||(e.CronUnit=o={}));var s;(function(e){e[e.jan=1]=`jan`,e[e.feb=2]=`feb`,e[e.mar=3]=`mar`,e[e.apr=4]=`apr`,e[e.may=5]=`may`,e[e.jun=6]=`jun`,e[e.jul=7]=`jul`,e[e.aug=8]=`aug`,e[e.sep=9]=`sep`,e[e.oct=10]=`oct`,e[e.nov=11]=`nov`,e[e.dec=12]=`dec`})(s||(e.Months=s={}));var c;(function(e){e[e.sun=0]=`sun`,e[e.mon=1]=`mon`,e[e.tue=2]=`tue`,e[e.wed=3]=`wed`,e[e.thu=4]=`thu`,e[e.fri=5]=`fri`,e[e.sat=6]=`sat`})(c||(e.DayOfWeek=c={}));let l=1024;e.CronExpressionParser=class e{static parse(s,c={}){let{strict:l=!1,hashSeed:u}=c,d=(0,r.seededRandom)(u);Object.hasOwn(a,s)&&(s=a[s]);let f=e.#e(s,l);if(f.dayOfMonth!==`*`&&f.dayOfWeek!==`*`&&l)throw Error(`Cannot use both dayOfMonth and dayOfWeek together in strict mode!`);let p=e.#t(o.Second,f.second,i.CronSecond.constraints,d,l),m=e.#t(o.Minute,f.minute,i.CronMinute.constraints,d,l),h=e.#t(o.Hour,f.hour,i.CronHour.constraints,d,l),g=e.#t(o.Month,f.month,i.CronMonth.constraints,d,l),_=e.#t(o.DayOfMonth,f.dayOfMonth,i.CronDayOfMonth.constraints,d,l),{dayOfWeek:v,nthDayOfWeek:y}=e.#h(f.dayOfWeek),b=e.#t(o.DayOfWeek,v,i.CronDayOfWeek.constraints,d,l),x=new t.CronFieldCollection({second:new i.CronSecond(p,{rawValue:f.second}),minute:new i.CronMinute(m,{rawValue:f.minute}),hour:new i.CronHour(h,{rawValue:f.hour}),dayOfMonth:i.CronDayOfMonth.fromMonth(g,_,{rawValue:f.dayOfMonth}),month:new i.CronMonth(g,{rawValue:f.month}),dayOfWeek:new i.CronDayOfWeek(b,{rawValue:f.dayOfWeek,nthDayOfWeek:y})});return new n.CronExpression(x,{...c,expression:s})}static#e(e,t){if(t&&!e.length)throw Error(`Invalid cron expression`);if(e||=`0 * * * * *`,e.length>l)throw Error(`Invalid cron expression, too long, expected at most ${l} characters`);let n=e.trim().split(/\s+/);if(t&&n.length<6)throw Error(`Invalid cron expression, expected 6 fields`);if(n.length>6)throw Error(`Invalid cron expression, too many fields`);let r=[`0`,`*`,`*`,`*`,`*`,`*`];n.length<r.length&&n.unshift(...r.slice(0,r.length-n.length));let[i,a,o,s,c,u]=n;return{second:i,minute:a,hour:o,dayOfMonth:s,month:c,dayOfWeek:u}}static#t(e,t,n,r,i){if((e===o.Month||e===o.DayOfWeek)&&(t=t.replace(/[a-z]{3}/gi,e=>{e=e.toLowerCase();let t=s[e]||c[e];if(t===void 0)throw Error(`Validation error, cannot resolve alias "${e}"`);return t.toString()})),!n.validChars.test(t))throw Error(`Invalid characters, got value: ${t}`);return t=this.#n(t,n),t=this.#r(t,n,r,e,i),this.#l(e,t,n)}static#n(e,t){return e.replace(/[*?]/g,t.min+`-`+t.max)}static#r(t,n,r,i,a){let o=r(),s=0;return t.replace(/H(?:\((\d+)-(\d+)\))?(?:\/(\d+))?/g,(t,r,c,l)=>{if(r&&c&&l){let t=parseInt(r,10),u=parseInt(c,10),d=parseInt(l,10);if(d<=0)throw Error(`Invalid step: ${d}, must be positive`);let f=e.#o(t,u,n,i,a);return s+=Math.ceil((f.max-f.min+1)/d),e.#c(i,s),e.#s(o,f.min,f.max,d,i,a)}if(r&&c){let t=parseInt(r,10),s=parseInt(c,10),l=e.#o(t,s,n,i,a);return String(e.#i(o,l.min,l.max))}if(l){let t=parseInt(l,10);if(t<=0)throw Error(`Invalid step: ${t}, must be positive`);return s+=Math.ceil((n.max-n.min+1)/t),e.#c(i,s),e.#s(o,n.min,n.max,t,i,a)}return String(e.#i(o,n.min,n.max))})}static#i(e,t,n){return Math.floor(e*(n-t+1))+t}static#a(e){return e.charAt(0).toLowerCase()+e.slice(1)}static#o(t,n,r,i,a){if(t>n)throw Error(`Invalid range: ${t}-${n}, min > max`);if(a&&(t<r.min||n>r.max))throw Error(`Invalid range: ${t}-${n}, outside the ${r.min}-${r.max} range of the ${e.#a(i)} field`);let o=Math.max(t,r.min),s=Math.min(n,r.max);if(o>s)throw Error(`Invalid range: ${t}-${n}, no usable value in the ${e.#a(i)} field`);return{min:o,max:s}}static#s(t,n,r,i,a,o){if(o&&i>r-n+1)throw Error(`Invalid step: ${i}, wider than the ${n}-${r} range of the ${e.#a(a)} field`);let s=Math.floor(t*i),c=[];for(let e=Math.floor(n/i)*i+s;e<=r;e+=i)e>=n&&c.push(e);return c.length===0?String(e.#i(t,n,r)):c.join(`,`)}static#c(e,t){if(t>256)throw Error(`Constraint error, too many values in ${e} field, expected at most 256`)}static#l(t,n,r){let i=[];function a(n,r){if(Array.isArray(n))i.push(...n);else if(e.#g(r,n))i.push(n);else{let e=parseInt(n.toString(),10);if(!(e>=r.min&&e<=r.max))throw Error(`Constraint error, got value ${n} expected range ${r.min}-${r.max}`);i.push(t===o.DayOfWeek?e%7:n)}}let s=n.split(`,`);for(let n of s){if(e.#c(t,i.length),!(n.length>0))throw Error(`Invalid list value format`);a(e.#u(t,n,r),r)}return i}static#u(t,n,r){let i=n.split(`/`);if(i.length>2)throw Error(`Invalid repeat: ${n}`);return i.length===2?(i[0].includes(`-`)||(i[0]=`${i[0]}-${r.max}`),e.#m(t,i[0],parseInt(i[1],10),r)):e.#m(t,n,1,r)}static#d(e,t,n){if(!(!isNaN(e)&&!isNaN(t)&&e>=n.min&&t<=n.max))throw Error(`Constraint error, got range ${e}-${t} expected range ${n.min}-${n.max}`);if(e>t)throw Error(`Invalid range: ${e}-${t}, min(${e}) > max(${t})`)}static#f(e){if(!(!isNaN(e)&&e>0))throw Error(`Constraint error, cannot repeat at every ${e} time.`)}static#p(e,t,n,r){let i=[];e===o.DayOfWeek&&n%7==0&&(n-t)%r===0&&i.push(0);for(let e=t;e<=n;e+=r)i.indexOf(e)===-1&&i.push(e);return i}static#m(e,t,n,r){let i=t.split(`-`);if(i.length<=1)return isNaN(+t)?t:+t;let[a,o]=i.map(e=>parseInt(e,10));return this.#d(a,o,r),this.#f(n),this.#p(e,a,o,n)}static#h(e){let t=e.split(`#`);if(t.length<=1)return{dayOfWeek:t[0]};let n=+t[t.length-1],r=e.match(/([,\-/])/);if(r!==null)throw Error(`Constraint error, invalid dayOfWeek \`#\` and \`${r?.[0]}\` special characters are incompatible`);if(!(t.length<=2&&!isNaN(n)&&n>=1&&n<=5))throw Error(`Constraint error, invalid dayOfWeek occurrence number (#)`);return{dayOfWeek:t[0],nthDayOfWeek:n}}static#g(e,t){return e.chars.some(e=>t.toString().includes(e))}}})),Sd=a((e=>{Object.defineProperty(e,"__esModule",{value:!0}),e.CronFileParser=void 0;let n=xd();e.CronFileParser=class e{static async parseFile(n){let{readFile:r}=t(`fs/promises`),i=await r(n,`utf8`);return e.#e(i)}static parseFileSync(n){let{readFileSync:r}=t(`fs`),i=r(n,`utf8`);return e.#e(i)}static#e(t){let n=t.split(`
`),r={variables:{},expressions:[],errors:{}};for(let t of n){let n=t.trim();if(n.length===0||n.startsWith(`#`))continue;let i=n.match(/^(.*)=(.*)$/);if(i){let[,e,t]=i;Object.defineProperty(r.variables,e,{value:t.replace(/["']/g,``),enumerable:!0,writable:!0,configurable:!0})}else try{let t=e.#t(n);r.expressions.push(t.interval)}catch(e){Object.defineProperty(r.errors,n,{value:e,enumerable:!0,writable:!0,configurable:!0})}}return r}static#t(e){let t=e.split(/\s+/);return{interval:n.CronExpressionParser.parse(t.slice(0,5).join(` `)),command:t.slice(5,t.length)}}}})),Cd=a(((e,t,n)=>{var r=n&&n.__createBinding||(Object.create?(function(e,t,n,r){r===void 0&&(r=n);var i=Object.getOwnPropertyDescriptor(t,n);(!i||(`get`in i?!t.__esModule:i.writable||i.configurable))&&(i={enumerable:!0,get:function(){return t[n]}}),Object.defineProperty(e,r,i)}):(function(e,t,n,r){r===void 0&&(r=n),e[r]=t[n]})),i=n&&n.__exportStar||function(e,t){for(var n in e)n!=="default"&&!Object.prototype.hasOwnProperty.call(t,n)&&r(t,e,n)};Object.defineProperty(e,"__esModule",{value:!0}),e.CronFileParser=e.CronExpressionParser=e.CronExpression=e.CronFieldCollection=e.CronDate=void 0;let a=xd();var o=ud();Object.defineProperty(e,"CronDate",{enumerable:!0,get:function(){return o.CronDate}});var s=vd();Object.defineProperty(e,"CronFieldCollection",{enumerable:!0,get:function(){return s.CronFieldCollection}});var c=yd();Object.defineProperty(e,"CronExpression",{enumerable:!0,get:function(){return c.CronExpression}});var l=xd();Object.defineProperty(e,"CronExpressionParser",{enumerable:!0,get:function(){return l.CronExpressionParser}});var u=Sd();Object.defineProperty(e,"CronFileParser",{enumerable:!0,get:function(){return u.CronFileParser}}),i(_d(),e),e.default=a.CronExpressionParser}))(),wd=class extends m{constructor(e,t,n,r=!1){if(super(),this.closed=!1,this.hasBlockingConnection=!1,this.name=e,this.backendFactory=n??Ua(),this.hasBlockingConnection=r,this.opts=Object.assign(t===void 0?{connection:{}}:{},t),!e)throw Error(`Queue name must be provided`);if(e.includes(`:`))throw Error(`Queue name cannot contain :`);this.createBackend(),this.qualifiedName=this.backend.qualifiedName,this.keys=this.backend.keys,this.toKey=e=>this.backend.toKey(e),this.backend.on(`error`,e=>this.emit(`error`,e)),this.backend.on(`close`,()=>{this.closing||this.emit(`ioredis:close`)})}waitUntilReady(){return this.backend.waitUntilReady()}getBackend(){return this.backend}createBackend(){this.backend=this.backendFactory(this.name,this.opts,{blocking:this.hasBlockingConnection})}get Job(){return Ka}emit(e,...t){try{return super.emit(e,...t)}catch(e){try{return super.emit(`error`,e)}catch(e){return console.error(e),!1}}}base64Name(){return Buffer.from(this.name).toString(`base64`)}clientName(e=``){return this.backend.clientName(e)}async close(){this.closing||=this.backend.close(),await this.closing,this.closed=!0}disconnect(){return this.backend.disconnect()}async checkConnectionError(e,t=5e3){try{return await e()}catch(e){if(Tt(e)&&this.emit(`error`,e),!this.closing&&t)await ht(t);else return}}trace(e,t,n,r,i){return kt(this.opts.telemetry,e,this.name,t,n,r,i)}};function Td(e,t,n){if(t>=n)return!1;for(let r=t;r<n;r++){let t=e.charCodeAt(r);if(t<48||t>57)return!1}return!0}function Ed(e){let t=e.indexOf(`:`);if(t===-1)return!1;let n=e.indexOf(`:`,t+1);if(n===-1)return!1;let r=e.indexOf(`:`,n+1);if(r===-1)return!1;let i=e.indexOf(`:`,r+1);if(i===-1||n+1<r&&!Td(e,n+1,r))return!1;let a=i+1;return a>=e.length?!1:e.indexOf(` `,a)!==-1||Td(e,a,e.length)}function Dd(e){return Error(`Legacy repeatable job metadata is not supported in BullMQ v6 (key: "${e}"). Migrate legacy repeatable jobs to Job Schedulers before upgrading. See https://docs.bullmq.io/guide/migrations/migrate-from-v5-to-v6`)}var Od=class extends wd{constructor(e,t,n){super(e,t,n),this.repeatStrategy=t.settings&&t.settings.repeatStrategy||kd}async upsertJobScheduler(e,t,n,r,i,{override:a,producerId:o}){let{every:s,limit:c,pattern:l,offset:u}=t;if(l&&s)throw Error(`Both .pattern and .every options are defined for this repeatable job`);if(!l&&!s)throw Error(`Either .pattern or .every options must be defined for this repeatable job`);if(t.immediately&&t.startDate)throw Error(`Both .immediately and .startDate options are defined for this repeatable job`);if(t.immediately&&t.every&&console.warn(`Using option immediately with every does not affect the job's schedule. Job will run immediately anyway.`),Object.prototype.hasOwnProperty.call(i,`debounce`))throw Error(`Debounce option has been removed. Use deduplication option instead`);let d=t.count?t.count+1:1;if(t.limit!==void 0&&d>t.limit)return;let f=Date.now(),{endDate:p}=t;if(p&&f>new Date(p).getTime())return;let m=i.prevMillis||0;f=m<f?f:m;let{immediately:h}=t,g=Or(t,[`immediately`]),_,v=s&&u?u:null;if(l&&(_=await this.repeatStrategy(f,t,n),_<f&&(_=f)),_||s)return this.trace(M.PRODUCER,`add`,`${this.name}.${n}`,async(u,m)=>{let h=i.telemetry;if(m){let e=i.telemetry?.omitContext,t=i.telemetry?.metadata||!e&&m;(t||e)&&(h={metadata:t,omitContext:e})}let y=this.getNextJobOpts(_,e,Object.assign(Object.assign({},i),{repeat:g,telemetry:h}),d,v);if(a){_<f&&(_=f);let[a,d]=await this.backend.addJobScheduler(e,_,JSON.stringify(r===void 0?{}:r),i,{name:n,startDate:t.startDate?new Date(t.startDate).getTime():void 0,endDate:p?new Date(p).getTime():void 0,tz:t.tz,pattern:l,every:s,limit:c,offset:v},y,o),m=typeof d==`string`?parseInt(d,10):d,h=new this.Job(this,n,r,Object.assign(Object.assign({},y),{delay:m}),a);return h.id=a,u?.setAttributes({[j.JobSchedulerId]:e,[j.JobId]:h.id}),h}{let t=await this.backend.updateJobSchedulerNextMillis(e,_,JSON.stringify(r===void 0?{}:r),y,o);if(t){let i=new this.Job(this,n,r,y,t);return i.id=t,u?.setAttributes({[j.JobSchedulerId]:e,[j.JobId]:i.id}),i}}})}getNextJobOpts(e,t,n,r,i){let a=this.getSchedulerNextJobId({jobSchedulerId:t,nextMillis:e}),o=Date.now(),s=e+i-o,c=Object.assign(Object.assign({},n),{jobId:a,delay:s<0?0:s,timestamp:o,prevMillis:e,repeatJobKey:t});return c.repeat=Object.assign(Object.assign({},n.repeat),{offset:i,count:r,startDate:n.repeat?.startDate?new Date(n.repeat.startDate).getTime():void 0,endDate:n.repeat?.endDate?new Date(n.repeat.endDate).getTime():void 0}),c}async removeJobScheduler(e){return this.backend.removeJobScheduler(e)}async getSchedulerData(e,t){let n=await this.backend.getJobSchedulerData(e),r=this.transformSchedulerData(e,n,t);return r||await this.backend.removeJobScheduler(e),r}transformSchedulerData(e,t,n){if(t&&Object.keys(t).length>0){let r={key:e,name:t.name,next:n};return t.ic&&(r.iterationCount=parseInt(t.ic)),t.limit&&(r.limit=parseInt(t.limit)),t.startDate&&(r.startDate=parseInt(t.startDate)),t.endDate&&(r.endDate=parseInt(t.endDate)),t.tz&&(r.tz=t.tz),t.pattern&&(r.pattern=t.pattern),t.every&&(r.every=parseInt(t.every)),t.offset&&(r.offset=parseInt(t.offset)),(t.data||t.opts)&&(r.template=this.getTemplateFromJSON(t.data,t.opts)),r}if(Ed(e))throw Dd(e)}async isJobScheduler(e){return this.backend.isJobScheduler(e)}async getScheduler(e){let[t,n]=await this.backend.getJobScheduler(e);return this.transformSchedulerData(e,t?pt(t):null,n?parseInt(n):null)}getTemplateFromJSON(e,t){let n={};return e&&(n.data=JSON.parse(e)),t&&(n.opts=Ka.optsFromJSON(t)),n}async getJobSchedulers(e=0,t=-1,n=!1){let r=await this.backend.getJobSchedulersRange(e,t,n),i=[];for(let e=0;e<r.length;e+=2)i.push(this.getSchedulerData(r[e],parseInt(r[e+1])));return(await Promise.all(i)).filter(e=>!!e)}async getSchedulersCount(){return this.backend.getJobSchedulersCount()}getSchedulerNextJobId({nextMillis:e,jobSchedulerId:t}){return`repeat:${t}:${e}`}};const kd=(e,t)=>{let{pattern:n}=t,r=new Date(e),i=t.startDate&&new Date(t.startDate),a=i>r?i:r,o=Cd.CronExpressionParser.parse(n,Object.assign(Object.assign({},t),{currentDate:a}));try{return t.immediately?new Date().getTime():o.next().getTime()}catch{}};var Ad=class{constructor(e,t){this.worker=e,this.opts=t,this.trackedJobs=new Map,this.closed=!1}start(){this.closed||this.opts.lockRenewTime>0&&this.startLockExtenderTimer()}async extendLocks(e){await this.worker.trace(M.INTERNAL,`extendLocks`,this.worker.name,async t=>{t?.setAttributes({[j.WorkerId]:this.opts.workerId,[j.WorkerName]:this.opts.workerName,[j.WorkerJobsToExtendLocks]:e});try{let t=e.map(e=>this.trackedJobs.get(e)?.token||``),n=await this.worker.extendJobLocks(e,t,this.opts.lockDuration);if(n.length>0){this.worker.emit(`lockRenewalFailed`,n);for(let e of n)this.worker.emit(`error`,Error(`could not renew lock for job ${e}`))}let r=e.filter(e=>!n.includes(e));r.length>0&&this.worker.emit(`locksRenewed`,{count:r.length,jobIds:r})}catch(e){this.worker.emit(`error`,e)}})}startLockExtenderTimer(){clearTimeout(this.lockRenewalTimer),this.closed||(this.lockRenewalTimer=setTimeout(async()=>{let e=Date.now(),t=[];for(let n of this.trackedJobs.keys()){let{ts:r,token:i,abortController:a}=this.trackedJobs.get(n);r?r+this.opts.lockRenewTime/2<e&&(this.trackedJobs.set(n,{token:i,ts:e,abortController:a}),t.push(n)):this.trackedJobs.set(n,{token:i,ts:e,abortController:a})}t.length&&await this.extendLocks(t),this.startLockExtenderTimer()},this.opts.lockRenewTime/2))}async close(){this.closed||(this.closed=!0,this.lockRenewalTimer&&=(clearTimeout(this.lockRenewalTimer),void 0),this.trackedJobs.clear())}trackJob(e,t,n,r=!1){let i=r?new me:void 0;return!this.closed&&e&&this.trackedJobs.set(e,{token:t,ts:n,abortController:i}),i}untrackJob(e){this.trackedJobs.delete(e)}getActiveJobCount(){return this.trackedJobs.size}isRunning(){return!this.closed&&this.lockRenewalTimer!==void 0}cancelJob(e,t){let n=this.trackedJobs.get(e);return n?.abortController?(n.abortController.abort(t),!0):!1}cancelAllJobs(e){for(let t of this.trackedJobs.values())t.abortController&&t.abortController.abort(e)}getTrackedJobIds(){return Array.from(this.trackedJobs.keys())}};function jd(e){return String(e).replace(/\\/g,`\\\\`).replace(/"/g,`\\"`).replace(/\n/g,`\\n`)}var Md=class extends wd{getJob(e){return this.Job.fromId(this,e)}commandByType(e,t,n){return e.map(e=>{e=e===`waiting`?`wait`:e;let r=this.toKey(e);switch(e){case`completed`:case`failed`:case`delayed`:case`prioritized`:case`repeat`:case`waiting-children`:return n(r,t?`zcard`:`zrange`);case`active`:case`wait`:return n(r,t?`llen`:`lrange`)}})}sanitizeJobTypes(e){let t=typeof e==`string`?[e]:e;if(Array.isArray(t)&&t.length>0){let e=[...t];return[...new Set(e)]}return[`active`,`completed`,`delayed`,`failed`,`prioritized`,`waiting`,`waiting-children`]}async count(){return await this.getJobCountByTypes(`waiting`,`delayed`,`prioritized`,`waiting-children`)}async getRateLimitTtl(e){return this.backend.getRateLimitTtl(e)}async getDebounceJobId(e){return this.backend.getDeduplicationJobId(e)}async getDeduplicationJobId(e){return this.backend.getDeduplicationJobId(e)}async getGlobalConcurrency(){let e=await this.backend.getQueueMetaField(`concurrency`);return e?Number(e):null}async getGlobalRateLimit(){let[e,t]=await this.backend.getQueueMetaFields([`max`,`duration`]);return e&&t?{max:Number(e),duration:Number(t)}:null}async getJobCountByTypes(...e){let t=await this.getJobCounts(...e);return Object.values(t).reduce((e,t)=>e+t,0)}async getJobCounts(...e){let t=this.sanitizeJobTypes(e),n=await this.backend.getCounts(t),r={};return n.forEach((e,n)=>{r[t[n]]=e||0}),r}async recordJobCountsMetric(...e){let t=await this.getJobCounts(...e),n=this.opts.telemetry?.meter;if(n){let e=n.createGauge(ie.QueueJobsCount,{description:`Number of jobs in the queue by state`,unit:`{jobs}`});for(let[n,r]of Object.entries(t))e.record(r,{[j.QueueName]:this.name,[j.QueueJobsState]:n})}return t}getJobState(e){return this.backend.getState(e)}async getMeta(){let e=await this.backend.getQueueMeta(),{concurrency:t,max:n,duration:r,paused:i,"opts.maxLenEvents":a}=e,o=Or(e,[`concurrency`,`max`,`duration`,`paused`,`opts.maxLenEvents`]);return t&&(o.concurrency=Number(t)),a&&(o.maxLenEvents=Number(a)),n&&(o.max=Number(n)),r&&(o.duration=Number(r)),o.paused=i===`1`,o}getCompletedCount(){return this.getJobCountByTypes(`completed`)}getFailedCount(){return this.getJobCountByTypes(`failed`)}async getDelayedCount(e){if(e===void 0)return this.getJobCountByTypes(`delayed`);if(!Number.isSafeInteger(e))throw Error(`timestamp must be a safe integer in milliseconds`);let[t]=await this.backend.getCounts([`delayed`],e);return t}getActiveCount(){return this.getJobCountByTypes(`active`)}getPrioritizedCount(){return this.getJobCountByTypes(`prioritized`)}async getCountsPerPriority(e){let t=[...new Set(e)],n=await this.backend.getCountsPerPriority(t),r={};return n.forEach((e,n)=>{r[`${t[n]}`]=e||0}),r}getWaitingCount(){return this.getJobCountByTypes(`waiting`)}getWaitingChildrenCount(){return this.getJobCountByTypes(`waiting-children`)}getWaiting(e=0,t=-1){return this.getJobs([`waiting`],e,t,!0)}getWaitingChildren(e=0,t=-1){return this.getJobs([`waiting-children`],e,t,!0)}getActive(e=0,t=-1){return this.getJobs([`active`],e,t,!0)}getDelayed(e=0,t=-1){return this.getJobs([`delayed`],e,t,!0)}getPrioritized(e=0,t=-1){return this.getJobs([`prioritized`],e,t,!0)}getCompleted(e=0,t=-1){return this.getJobs([`completed`],e,t,!1)}getFailed(e=0,t=-1){return this.getJobs([`failed`],e,t,!1)}async getDependencies(e,t,n,r){let i=this.toKey(t==`processed`?`${e}:processed`:`${e}:dependencies`),{items:a,total:o,jobs:s}=await this.backend.paginate(i,{start:n,end:r,fetchJobs:!0});return{items:a,jobs:s,total:o}}async getRanges(e,t=0,n=1,r=!1){let i=[];this.commandByType(e,!1,(e,t)=>{switch(t){case`lrange`:i.push(`lrange`);break;case`zrange`:i.push(`zrange`)}});let a=await this.backend.getRanges(e,t,n,r),o=[];return a.forEach((e,t)=>{let n=e||[];o=r&&i[t]===`lrange`?o.concat(n.reverse()):o.concat(n)}),[...new Set(o)]}async getJobs(e,t=0,n=-1,r=!1){let i=this.sanitizeJobTypes(e),a,o=this.getBackend();if(o instanceof xr){let e=await o.getJobs(i,t,n,r),s=new Set;a=e.reduce((e,t)=>{for(let[n]of t||[])s.has(n)||(s.add(n),e.push(n));return e},[])}else a=await this.getRanges(i,t,n,r);return(await Promise.all(a.map(e=>this.getJob(e)))).filter(Boolean)}async getJobLogs(e,t=0,n=-1,r=!0){return this.backend.getJobLogs(e,t,n,r)}async baseGetClients(e){try{let t=await this.backend.getClientList();return t.length>1?t.map(t=>this.parseClientList(t,e)).reduce((e,t)=>e.length>t.length?e:t,[]):this.parseClientList(t[0]??``,e)}catch(e){if(!wt.test(e.message))throw e;return[{name:`GCP does not support client list`}]}}getWorkers(){let e=`${this.clientName()}`,t=`${this.clientName()}:w:`;return this.baseGetClients(n=>n&&(n===e||n.startsWith(t)))}async getWorkersCount(){return(await this.getWorkers()).length}async getQueueEvents(){let e=`${this.clientName()}:qe`;return this.baseGetClients(t=>t===e)}async getMetrics(e,t=0,n=-1){let[r,i,a]=await this.backend.getMetrics(e,t,n);return{meta:{count:parseInt(r[0]||`0`,10),prevTS:parseInt(r[1]||`0`,10),prevCount:parseInt(r[2]||`0`,10)},data:i.map(e=>+e||0),count:a}}parseClientList(e,t){let n=e.split(/\r?\n/),r=[];return n.forEach(e=>{let n={};e.split(` `).forEach(function(e){let t=e.indexOf(`=`),r=e.substring(0,t),i=e.substring(t+1);n[r]=i});let i=n.name;t(i)&&(n.name=this.name,n.rawname=i,r.push(n))}),r}async exportPrometheusMetrics(e){let t=await this.getJobCounts(),n=[];n.push(`# HELP bullmq_job_count Number of jobs in the queue by state`),n.push(`# TYPE bullmq_job_count gauge`);let r=jd(this.name),i=e?Object.keys(e).reduce((t,n)=>`${t}, ${n}="${jd(e[n])}"`,``):``;for(let[e,a]of Object.entries(t))n.push(`bullmq_job_count{queue="${r}", state="${e}"${i}} ${a}`);let[a,o]=await Promise.all([this.getMetrics(`completed`),this.getMetrics(`failed`)]);return n.push(`# HELP bullmq_job_completed_total Total number of completed jobs`),n.push(`# TYPE bullmq_job_completed_total counter`),n.push(`bullmq_job_completed_total{queue="${r}"${i}} ${a.meta.count}`),n.push(`# HELP bullmq_job_failed_total Total number of failed jobs`),n.push(`# TYPE bullmq_job_failed_total counter`),n.push(`bullmq_job_failed_total{queue="${r}"${i}} ${o.meta.count}`),n.join(`
`)}},Nd=class extends Md{constructor(e,t,n){super(e,t,n),this.token=_(),this.libName=`bullmq`,this.jobsOpts=t?.defaultJobOptions??{},this.queueMetaInitialized=this.waitUntilReady().then(()=>{if(!this.closing&&!t?.skipMetasUpdate)return this.backend.setQueueMeta(this.metaValues).then(()=>void 0)}).catch(e=>{})}emit(e,...t){return super.emit(e,...t)}off(e,t){return super.off(e,t),this}on(e,t){return super.on(e,t),this}once(e,t){return super.once(e,t),this}get defaultJobOptions(){return Object.assign({},this.jobsOpts)}get metaValues(){return{"opts.maxLenEvents":this.opts?.streams?.events?.maxLen??1e4,version:`${this.libName}:${hr}`}}async getVersion(){return this.opts?.skipMetasUpdate||await this.queueMetaInitialized,await this.backend.getQueueMetaField(`version`)}get jobScheduler(){return new Promise(async e=>{this._jobScheduler||(this._jobScheduler=new Od(this.name,this.opts,()=>this.backend),this._jobScheduler.on(`error`,this.emit.bind(this,`error`))),e(this._jobScheduler)})}async setGlobalConcurrency(e){return this.backend.setQueueMeta({concurrency:e})}async setGlobalRateLimit(e,t){return this.backend.setQueueMeta({max:e,duration:t})}async removeGlobalConcurrency(){return this.backend.removeQueueMetaFields([`concurrency`])}async removeGlobalRateLimit(){return this.backend.removeQueueMetaFields([`max`,`duration`])}async add(e,t,n){return this.trace(M.PRODUCER,`add`,`${this.name}.${e}`,async(r,i)=>{if(i&&!n?.telemetry?.omitContext){let e={metadata:i};n=Object.assign(Object.assign({},n),{telemetry:e})}let a=await this.addJob(e,t,n);return r?.setAttributes({[j.JobName]:e,[j.JobId]:a.id}),a})}async addJob(e,t,n){let r=n?.jobId;if(r==`0`||r?.startsWith(`0:`))throw Error(`JobId cannot be '0' or start with '0:'`);let i=Object.assign(Object.assign(Object.assign({},this.jobsOpts),n),{jobId:r}),a=await this.Job.create(this,e,t,i);return this.emit(`waiting`,a),a}async addBulk(e){return this.trace(M.PRODUCER,`addBulk`,this.name,async(t,n)=>(t&&t.setAttributes({[j.BulkNames]:e.map(e=>e.name),[j.BulkCount]:e.length}),await this.Job.createBulk(this,e.map(e=>{let t=e.opts?.telemetry;if(n){let r=e.opts?.telemetry?.omitContext,i=e.opts?.telemetry?.metadata||!r&&n;(i||r)&&(t={metadata:i,omitContext:r})}let r=Object.assign(Object.assign(Object.assign({},this.jobsOpts),e.opts),{jobId:e.opts?.jobId,telemetry:t});return{name:e.name,data:e.data,opts:r}}))))}async upsertJobScheduler(e,t,n){if(t.endDate&&+new Date(t.endDate)<Date.now())throw Error(`End date must be greater than current timestamp`);return(await this.jobScheduler).upsertJobScheduler(e,t,n?.name??e,n?.data??{},Object.assign(Object.assign({},this.jobsOpts),n?.opts),{override:!0})}async pause(){await this.trace(M.INTERNAL,`pause`,this.name,async()=>{await this.backend.pause(!0),this.emit(`paused`)})}async close(){await this.trace(M.INTERNAL,`close`,this.name,async()=>{await super.close()})}async rateLimit(e){await this.trace(M.INTERNAL,`rateLimit`,this.name,async t=>{t?.setAttributes({[j.QueueRateLimit]:e}),await this.backend.setRateLimit(e)})}async resume(){await this.trace(M.INTERNAL,`resume`,this.name,async()=>{await this.backend.pause(!1),this.emit(`resumed`)})}async isPaused(){return this.backend.hasQueueMetaField(`paused`)}isMaxed(){return this.backend.isMaxed()}async getJobScheduler(e){return(await this.jobScheduler).getScheduler(e)}async getJobSchedulers(e,t,n){return(await this.jobScheduler).getJobSchedulers(e,t,n)}async getJobSchedulersCount(){return(await this.jobScheduler).getSchedulersCount()}async removeJobScheduler(e){return!await(await this.jobScheduler).removeJobScheduler(e)}async removeDebounceKey(e){return this.trace(M.INTERNAL,`removeDebounceKey`,`${this.name}`,async t=>(t?.setAttributes({[j.JobKey]:e}),await this.backend.deleteDeduplicationKey(e)))}async removeDeduplicationKey(e){return this.trace(M.INTERNAL,`removeDeduplicationKey`,`${this.name}`,async t=>(t?.setAttributes({[j.DeduplicationKey]:e}),this.backend.deleteDeduplicationKey(e)))}async removeRateLimitKey(){return this.backend.removeRateLimitKey()}async remove(e,{removeChildren:t=!0}={}){return this.trace(M.INTERNAL,`remove`,this.name,async n=>{n?.setAttributes({[j.JobId]:e,[j.JobOptions]:JSON.stringify({removeChildren:t})});let r=await this.backend.remove(e,t);return r===1&&this.emit(`removed`,e),r})}async updateJobProgress(e,t){await this.trace(M.INTERNAL,`updateJobProgress`,this.name,async n=>{n?.setAttributes({[j.JobId]:e,[j.JobProgress]:JSON.stringify(t)}),await this.backend.updateProgress(e,t),this.emit(`progress`,e,t)})}async addJobLog(e,t,n){return Ka.addJobLog(this,e,t,n)}async drain(e=!1){await this.trace(M.INTERNAL,`drain`,this.name,async t=>{t?.setAttributes({[j.QueueDrainDelay]:e}),await this.backend.drain(e)})}async clean(e,t,n=`completed`){return this.trace(M.INTERNAL,`clean`,this.name,async r=>{let i=t||1/0,a=Math.min(1e4,i),o=Date.now()-e,s=0,c=[],l=n===`waiting`?`wait`:n;for(;s<i;){let e=await this.backend.cleanJobsByState(l,o,a);if(this.emit(`cleaned`,e,l),s+=e.length,c.push(...e),e.length<a)break}return r?.setAttributes({[j.QueueGrace]:e,[j.JobType]:n,[j.QueueCleanLimit]:i,[j.QueueCleanCount]:s}),c})}async obliterate(e){await this.trace(M.INTERNAL,`obliterate`,this.name,async()=>{await this.pause();let t=0;do t=await this.backend.obliterate(Object.assign({force:!1,count:1e3},e));while(t)})}async retryJobs(e={}){await this.trace(M.PRODUCER,`retryJobs`,this.name,async t=>{t?.setAttributes({[j.QueueOptions]:JSON.stringify(e)});let n=0;do n=await this.backend.retryFinishedJobs(e.state,e.count,e.timestamp);while(n)})}async promoteJobs(e={}){await this.trace(M.INTERNAL,`promoteJobs`,this.name,async t=>{t?.setAttributes({[j.QueueOptions]:JSON.stringify(e)});let n=0;do n=await this.backend.promoteJobs(e.count);while(n)})}async trimEvents(e){return this.trace(M.INTERNAL,`trimEvents`,this.name,async t=>(t?.setAttributes({[j.QueueEventMaxLength]:e}),await this.backend.trimEvents(e)))}async removeDeprecatedPriorityKey(){return this.backend.removeDeprecatedPriorityKey()}async removeOrphanedJobs(e=1e3,t=0){return this.backend.removeOrphanedJobs(e,t)}};const Pd=(e,t)=>async function(n,r,i){let a,o,s,c;try{let l=new Promise((l,u)=>{(async()=>{try{s=(e,t)=>{u(Error(`Unexpected exit code: `+e+` signal: `+t))},a=await t.retain(e),a.on(`exit`,s),o=async e=>{try{switch(e.cmd){case A.Completed:l(e.value);break;case A.Failed:case A.Error:{let t=Error();Object.assign(t,e.value??e.err),u(t);break}case A.Progress:await n.updateProgress(e.value);break;case A.Log:await n.log(e.value);break;case A.MoveToDelayed:await n.moveToDelayed(e.value?.timestamp,e.value?.token);break;case A.MoveToWait:await n.moveToWait(e.value?.token);break;case A.MoveToWaitingChildren:{let t=await n.moveToWaitingChildren(e.value?.token,e.value?.opts);a.send({requestId:e.requestId,cmd:O.MoveToWaitingChildrenResponse,value:t})}break;case A.Update:await n.updateData(e.value);break;case A.GetChildrenValues:{let t=await n.getChildrenValues();a.send({requestId:e.requestId,cmd:O.GetChildrenValuesResponse,value:t})}break;case A.GetIgnoredChildrenFailures:{let t=await n.getIgnoredChildrenFailures();a.send({requestId:e.requestId,cmd:O.GetIgnoredChildrenFailuresResponse,value:t})}break;case A.GetDependenciesCount:{let t=await n.getDependenciesCount(e.value);a.send({requestId:e.requestId,cmd:O.GetDependenciesCountResponse,value:t})}break;case A.GetDependencies:{let t=await n.getDependencies(e.value);a.send({requestId:e.requestId,cmd:O.GetDependenciesResponse,value:t})}}}catch(e){u(e)}},a.on(`message`,o),a.send({cmd:O.Start,job:n.asJSONSandbox(),token:r}),i&&(c=()=>{try{a.send({cmd:O.Cancel,value:i.reason})}catch{}},i.aborted?c():i.addEventListener(`abort`,c,{once:!0}))}catch(e){u(e)}})()});return await l,l}finally{i&&c&&i.removeEventListener(`abort`,c),a&&(a.off(`message`,o),a.off(`exit`,s),a.exitCode===null&&a.signalCode===null&&t.release(a))}};var Fd;(function(e){e[e.InvalidTopic=-1]=`InvalidTopic`,e[e.InvalidPattern=-2]=`InvalidPattern`,e[e.NodeNotRegistered=-3]=`NodeNotRegistered`,e[e.DataTooLarge=-4]=`DataTooLarge`,e[e.InvalidId=-5]=`InvalidId`,e[e.IncompatibleLayout=-6]=`IncompatibleLayout`})(Fd||={}),Fd.InvalidTopic,Fd.InvalidPattern,Fd.NodeNotRegistered,Fd.DataTooLarge,Fd.InvalidId,Fd.IncompatibleLayout;var Id=class extends wd{static RateLimitError(){return new Nt}constructor(e,t,n,r){if(!n||n.connection===void 0||n.connection===null)throw Error(`Worker requires a connection`);if(super(e,Object.assign(Object.assign({drainDelay:5,concurrency:1,lockDuration:3e4,maximumRateLimitDelay:3e4,maxStalledCount:1,stalledInterval:3e4,autorun:!0,runRetryDelay:15e3},n),{blockingConnection:!0}),r),this.abortDelayController=null,this.blockUntil=0,this.drained=!1,this.limitUntil=0,this.processorAcceptsSignal=!1,this.stalledCheckerGeneration=0,this.waiting=null,this.mainLoopQueue=null,this.running=!1,this.mainLoopRunning=null,typeof this.opts.maxStalledCount!=`number`||this.opts.maxStalledCount<0)throw Error(`maxStalledCount must be greater or equal than 0`);if(typeof this.opts.maxStartedAttempts==`number`&&this.opts.maxStartedAttempts<0)throw Error(`maxStartedAttempts must be greater or equal than 0`);if(typeof this.opts.stalledInterval!=`number`||this.opts.stalledInterval<=0)throw Error(`stalledInterval must be greater than 0`);if(typeof this.opts.drainDelay!=`number`||this.opts.drainDelay<=0)throw Error(`drainDelay must be greater than 0`);if(this.concurrency=this.opts.concurrency,this.opts.lockRenewTime=this.opts.lockRenewTime||this.opts.lockDuration/2,this.id=_(),this.createLockManager(),t){if(typeof t==`function`)this.processFn=t,this.processorAcceptsSignal=t.length>=3;else{if(t instanceof v){if(!u.existsSync(t))throw Error(`URL ${t} does not exist in the local file system`);t=t.href}else{let e=t+([`.js`,`.ts`,`.flow`,`.cjs`,`.mjs`].includes(y.extname(t))?``:`.js`);if(!u.existsSync(e))throw Error(`File ${e} does not exist`)}let e=y.dirname(module.filename||__filename),n=y.join(e,`main-worker.js`),r=y.join(e,`main.js`),i=this.opts.useWorkerThreads?n:r;try{u.statSync(i)}catch{let e=this.opts.useWorkerThreads?`main-worker.js`:`main.js`;i=y.join(process.cwd(),`dist/cjs/classes/${e}`),u.statSync(i)}this.childPool=new de({mainFile:i,useWorkerThreads:this.opts.useWorkerThreads,workerForkOptions:this.opts.workerForkOptions,workerThreadsOptions:this.opts.workerThreadsOptions}),this.createSandbox(t),this.processorAcceptsSignal=!0}this.opts.autorun&&this.run().catch(e=>this.emit(`error`,e))}this.backend.waitUntilReady().then(()=>setTimeout(()=>this.emit(`ready`),0)).catch(()=>{})}createBackend(){this.backend=this.backendFactory(this.name,this.opts,{withBlockingConnection:!0})}createLockManager(){this.lockManager=new Ad(this,{lockRenewTime:this.opts.lockRenewTime,lockDuration:this.opts.lockDuration,workerId:this.id,workerName:this.opts.name})}createSandbox(e){this.processFn=Pd(e,this.childPool).bind(this)}async extendJobLocks(e,t,n){return this.backend.extendLocks(e,t,n)}emit(e,...t){return super.emit(e,...t)}off(e,t){return super.off(e,t),this}on(e,t){return super.on(e,t),this}once(e,t){return super.once(e,t),this}callProcessJob(e,t,n){return this.processFn(e,t,n)}createJob(e,t){return this.Job.fromJSON(this,e,t)}async waitUntilReady(){await super.waitUntilReady()}cancelJob(e,t){return this.lockManager.cancelJob(e,t)}cancelAllJobs(e){this.lockManager.cancelAllJobs(e)}set concurrency(e){if(typeof e!=`number`||e<1||!isFinite(e))throw Error(`concurrency must be a finite number greater than 0`);this._concurrency=e}get concurrency(){return this._concurrency}get jobScheduler(){return new Promise(async e=>{this._jobScheduler||(this._jobScheduler=new Od(this.name,this.opts,()=>this.backend),this._jobScheduler.on(`error`,this.emit.bind(this,`error`))),e(this._jobScheduler)})}async run(){if(!this.processFn)throw Error(`No process function is defined.`);if(this.running)throw Error(`Worker is already running.`);try{if(this.running=!0,this.closing||this.paused)return;await this.startStalledCheckTimer(),this.opts.skipLockRenewal||this.lockManager.start(),this.mainLoopRunning=this.mainLoop(),await this.mainLoopRunning}finally{this.running=!1}}async waitForRateLimit(){var e;let t=this.limitUntil;if(t>Date.now()){(e=this.abortDelayController)==null||e.abort(),this.abortDelayController=new me;let n=this.getRateLimitDelay(t-Date.now());await this.delay(n,this.abortDelayController),this.drained=!1,this.limitUntil=0}}async mainLoop(){let e=new T;this.mainLoopQueue=e;let t=0;for(;!this.closing&&!this.paused||e.numTotal()>0;){for(;!this.closing&&!this.paused&&!this.waiting&&e.numTotal()<this._concurrency&&!this.isRateLimited();){let n=`${this.id}:${t++}`,r=this.retryIfFailed(()=>this._getNextJob(n,{block:!0}),{delayInMs:this.opts.runRetryDelay,onlyEmitError:!0});if(e.add(r),this.waiting&&e.numTotal()>1||!await r&&e.numTotal()>1||this.blockUntil)break}let n;do n=await e.fetch();while(!n&&e.numQueued()>0);if(n){let t=n.token;e.add(this.processJob(n,t,()=>e.numTotal()<=this._concurrency))}else e.numQueued()===0&&await this.waitForRateLimit()}this.mainLoopQueue===e&&(this.mainLoopQueue=null)}async getNextJob(e,{block:t=!0}={}){let n=await this._getNextJob(e,{block:t});return this.trace(M.INTERNAL,`getNextJob`,this.name,async e=>(e?.setAttributes({[j.WorkerId]:this.id,[j.QueueName]:this.name,[j.WorkerName]:this.opts.name,[j.WorkerOptions]:JSON.stringify({block:t}),[j.JobId]:n?.id}),n),n?.opts?.telemetry?.metadata)}async _getNextJob(e,{block:t=!0}={}){if(this.paused||this.closing)return;let n;if(this.drained&&t&&!this.limitUntil&&!this.waiting){this.waiting=this.waitForJob(this.blockUntil);try{this.blockUntil=await this.waiting,(this.blockUntil<=0||this.blockUntil-Date.now()<1)&&(n=await this.moveToActive(e,this.opts.name))}finally{this.waiting=null}}else this.isRateLimited()||(n=await this.moveToActive(e,this.opts.name));return n}async rateLimit(e){await this.trace(M.INTERNAL,`rateLimit`,this.name,async t=>{t?.setAttributes({[j.WorkerId]:this.id,[j.WorkerRateLimit]:e}),await this.backend.setRateLimit(e)})}get minimumBlockTimeout(){return this.backend.minimumBlockTimeout}get maximumBlockTimeout(){return this.backend.maximumBlockTimeout??10}isRateLimited(){return this.limitUntil>Date.now()}async moveToActive(e,t){let[n,r,i,a]=await this.backend.moveToActive(e,t);return this.updateDelays(i,a),this.nextJobFromJobData(n,r,e)}async waitForJob(e){if(this.paused)return 1/0;try{if(!this.closing&&!this.isRateLimited()){let t=this.getBlockTimeout(e);if(t>0){this.updateDelays();let n=await this.backend.waitForJob(t);if(n){let t=n.score;return e&&t>e?e:t}}return 0}}catch(e){if(Tt(e)&&this.emit(`error`,e),!this.closing)try{await this.backend.reconnectBlocking()}catch(e){Tt(e)&&this.emit(`error`,e)}this.closing||await this.delay()}return 1/0}getBlockTimeout(e){let t=this.opts;if(e){let t=e-Date.now();return t<=0?t:t<this.minimumBlockTimeout*1e3?this.minimumBlockTimeout:Math.min(t/1e3,this.maximumBlockTimeout)}return Math.max(t.drainDelay,this.minimumBlockTimeout)}getRateLimitDelay(e){return Math.min(e,this.opts.maximumRateLimitDelay)}async delay(e,t){await ht(e||100,t)}updateDelays(e=0,t=0){let n=Math.max(e,0);this.limitUntil=n>0?Date.now()+n:0,this.blockUntil=Math.max(t,0)||0}async nextJobFromJobData(e,t,n){if(!e)this.drained||=(this.emit(`drained`),!0);else{this.drained=!1;let r=this.createJob(e,t);r.token=n;try{let e=await this.retryIfFailed(async()=>{let e=!!r.repeatJobKey,t=e&&Ed(r.repeatJobKey),n=e&&!t;return t&&(n=await(await this.jobScheduler).isJobScheduler(r.repeatJobKey)),n&&await(await this.jobScheduler).upsertJobScheduler(r.repeatJobKey,r.opts.repeat,r.name,r.data,r.opts,{override:!1,producerId:r.id}),!t||n},{delayInMs:this.opts.runRetryDelay});if(r.repeatJobKey&&!e){let e=Error(`Failed to add repeatable job for next iteration: ${Dd(r.repeatJobKey).message}`);this.emit(`error`,e)}}catch(e){let t=e instanceof Error?e.message:String(e),n=Error(`Failed to add repeatable job for next iteration: ${t}`);this.emit(`error`,n);return}return this.emit(`active`,r,`waiting`),r}}async processJob(e,t,n=()=>!0){let r=e.opts?.telemetry?.metadata;return this.trace(M.CONSUMER,`process`,this.name,async r=>{r?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name,[j.JobId]:e.id,[j.JobName]:e.name});let i=this.lockManager.trackJob(e.id,t,e.processedOn,this.processorAcceptsSignal);try{let a=this.getUnrecoverableErrorMessage(e);if(a)return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleFailed(new Pt(a),e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r});let o=await this.callProcessJob(e,t,i?i.signal:void 0);return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleCompleted(o,e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r})}catch(i){return await this.retryIfFailed(()=>(this.lockManager.untrackJob(e.id),this.handleFailed(i,e,t,n,r)),{delayInMs:this.opts.runRetryDelay,span:r,onlyEmitError:!0})}finally{this.lockManager.untrackJob(e.id);let t=Date.now();r?.setAttributes({[j.JobAttemptFinishedTimestamp]:e.finishedOn||t,[j.JobProcessedTimestamp]:e.processedOn})}},r)}getUnrecoverableErrorMessage(e){if(e.deferredFailure)return e.deferredFailure;if(this.opts.maxStartedAttempts&&this.opts.maxStartedAttempts<e.attemptsStarted)return`job started more than allowable limit`}async handleCompleted(e,t,n,r=()=>!0,i){if(!this.backend.closing){let a=await t.moveToCompleted(e,n,r()&&!(this.closing||this.paused));if(this.emit(`completed`,t,e,`active`),i?.addEvent(`job completed`,{[j.JobResult]:JSON.stringify(e)}),i?.setAttributes({[j.JobAttemptsMade]:t.attemptsMade}),Array.isArray(a)){let[e,t,r,i]=a;return this.updateDelays(r,i),this.nextJobFromJobData(e,t,n)}}}async handleFailed(e,t,n,r=()=>!0,i){if(!this.backend.closing){if(e.message===`bullmq:rateLimitExceeded`){let e=await this.moveLimitedBackToWait(t,n);this.limitUntil=e>0?Date.now()+e:0;return}let a=r()&&!(this.closing||this.paused);if(e instanceof Mt||e.name==`DelayedError`||e instanceof It||e.name==`WaitingError`||e instanceof Ft||e.name==`WaitingChildrenError`)return a?this.moveToActive(n,this.opts.name):void 0;let o=await t.moveToFailed(e,n,a);if(this.emit(`failed`,t,e,`active`),i?.addEvent(`job failed`,{[j.JobFailedReason]:e.message}),i?.setAttributes({[j.JobAttemptsMade]:t.attemptsMade}),Array.isArray(o)){let[e,t,r,i]=o;return this.updateDelays(r,i),this.nextJobFromJobData(e,t,n)}}}async pause(e){await this.trace(M.INTERNAL,`pause`,this.name,async t=>{var n;t?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name,[j.WorkerDoNotWaitActive]:e}),this.paused||(this.paused=!0,e||await this.whenCurrentJobsFinished(),this.stalledCheckerGeneration++,(n=this.stalledCheckStopper)==null||n.call(this),this.emit(`paused`))})}async resume(){try{if(!this.running||this.paused){let e=!1;await this.trace(M.INTERNAL,`resume`,this.name,async t=>{var n;t?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name}),this.paused=!1,this.running?(e=!0,(n=this.mainLoopQueue)==null||n.add(Promise.resolve())):this.processFn&&this.run(),this.emit(`resumed`)}),e&&await this.startStalledCheckTimer()}}catch(e){this.emit(`error`,e)}}isPaused(){return!!this.paused}isRunning(){return this.running}async close(e=!1){return this.closing?this.closing:(this.closing=(async()=>{await this.trace(M.INTERNAL,`close`,this.name,async t=>{var n,r;t?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name,[j.WorkerForceClose]:e}),this.emit(`closing`,`closing queue`),(n=this.abortDelayController)==null||n.abort();let i=[()=>e||this.whenCurrentJobsFinished(!1),()=>this.lockManager.close(),()=>this.childPool?.clean(),()=>this.backend.close(e)];for(let e of i)try{await e()}catch(e){this.emit(`error`,e)}(r=this.stalledCheckStopper)==null||r.call(this),this.closed=!0,this.emit(`closed`)})})(),await this.closing)}async startStalledCheckTimer(){var e;if(this.opts.skipStalledCheck||this.closing)return;let t=++this.stalledCheckerGeneration,n=this.stalledCheckerPromise;(e=this.stalledCheckStopper)==null||e.call(this),await this.trace(M.INTERNAL,`startStalledCheckTimer`,this.name,async e=>{e?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name})}),this.closing||t!==this.stalledCheckerGeneration||(this.stalledCheckerPromise=(n?.catch(()=>void 0)??Promise.resolve()).then(()=>{if(!(this.closing||t!==this.stalledCheckerGeneration))return At(this.opts.telemetry,()=>this.stalledChecker(t))}).catch(e=>{this.emit(`error`,e)}))}async stalledChecker(e){for(;!(this.closing||this.paused)&&e===this.stalledCheckerGeneration&&(await this.checkConnectionError(()=>this.moveStalledJobsToWait()),!(this.closing||this.paused||e!==this.stalledCheckerGeneration));)await new Promise(e=>{let t=setTimeout(e,this.opts.stalledInterval);this.stalledCheckStopper=()=>{clearTimeout(t),e()}})}async whenCurrentJobsFinished(e=!0){this.mainLoopRunning?(await this.backend.disconnectBlocking(!0),await this.mainLoopRunning):e=!1,e&&await this.backend.reconnectBlocking()}async retryIfFailed(e,t){var n;let r=0,i=t.maxRetries??1/0;do try{return await e()}catch(e){if((n=t.span)==null||n.recordException(e.message),Tt(e)){if(!this.paused&&!this.closing&&this.emit(`error`,e),t.onlyEmitError)return;throw e}if(this.closing||this.closed){if(t.onlyEmitError)return;throw e}if(t.delayInMs&&!this.closing&&!this.closed&&await this.delay(t.delayInMs,this.abortDelayController),r+1>=i)throw e}while(++r<i)}async moveStalledJobsToWait(){await this.trace(M.INTERNAL,`moveStalledJobsToWait`,this.name,async e=>{let t=await this.backend.moveStalledJobsToWait();e?.setAttributes({[j.WorkerId]:this.id,[j.WorkerName]:this.opts.name,[j.WorkerStalledJobs]:t}),t.forEach(t=>{e?.addEvent(`job stalled`,{[j.JobId]:t}),this.emit(`stalled`,t,`active`)})})}moveLimitedBackToWait(e,t){return e.moveToWait(t)}},Ld;(function(e){e.blocking=`blocking`,e.normal=`normal`})(Ld||={});const Rd={"add_flow.sql":`-- Insert a flow (tree) of jobs atomically. Param: $1 entries (jsonb array,
-- ordered roots-first). Returns the job ids in input order.
SELECT id FROM add_flow($1::jsonb) AS t(id);
`,"add_job.sql":`-- Insert a single job, routing it to waiting or delayed; returns its id.
SELECT add_job(
  $1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8, $9,
  $10, $11, $12, $13, $14, $15
) AS id;
`,"add_job_scheduler.sql":`-- Register/update a scheduler and enqueue its next iteration; returns the
-- delayed job id and its delay. Params: $1 queue, $2 scheduler_id,
-- $3 next_millis, $4 template_data (jsonb), $5 template_opts (jsonb),
-- $6 opts (jsonb), $7 delayed_opts (jsonb), $8 now, $9 producer_id.
SELECT job_id, delay
  FROM add_job_scheduler($1, $2, $3, $4, $5, $6, $7, $8, $9);
`,"add_jobs_bulk.sql":`-- Fast set-based bulk insert of INDEPENDENT jobs (no parents, no dedup).
-- Param: $1 queue, $2 entries (jsonb array). Returns the job ids in input order.
SELECT id FROM add_jobs_bulk($1, $2::jsonb) AS t(id);
`,"add_log.sql":`-- Append a log line at the next per-job ordinal; returns its index.
-- Params: $1 queue, $2 job_id, $3 row.
-- The unqualified table name resolves in the configured BullMQ schema via
-- search_path (default schema: bullmq).
INSERT INTO job_log (queue, job_id, idx, row)
VALUES (
  $1, $2,
  COALESCE(
    (SELECT MAX(idx) + 1 FROM job_log WHERE queue = $1 AND job_id = $2),
    0
  ),
  $3
)
RETURNING idx;
`,"change_delay.sql":`-- Reschedule a delayed job. Params: $1 queue, $2 id, $3 delay, $4 now.
-- Returns 0 ok, -1 missing, -3 not delayed.
SELECT change_delay($1, $2, $3, $4) AS code;
`,"change_priority.sql":`-- Change a job's priority (and reposition via lifo). Params: $1 queue, $2 id,
-- $3 priority, $4 lifo. Returns 0 ok, -1 missing.
SELECT change_priority($1, $2, $3, $4) AS code;
`,"clean.sql":`-- Remove jobs of a state older than a timestamp, up to a limit (0 = all);
-- returns removed ids. Params: $1 queue, $2 type, $3 timestamp, $4 limit.
SELECT id FROM clean($1, $2, $3, $4) AS t(id);
`,"clear_logs.sql":`-- Clear a job's logs, keeping the latest $3 entries (NULL/0 → remove all).
-- Params: $1 queue, $2 job_id, $3 keepLogs.
DELETE FROM job_log
 WHERE queue = $1 AND job_id = $2
   AND idx < COALESCE(
     (SELECT MAX(idx) FROM job_log WHERE queue = $1 AND job_id = $2)
       - $3 + 1,
     idx + 1
   );
`,"collect_metrics.sql":`-- Record one finished job into the queue/kind metrics (per-minute deltas).
-- Params: $1 queue, $2 kind ('completed' | 'failed'), $3 maxDataPoints,
-- $4 finish timestamp (epoch ms).
SELECT collect_metrics($1, $2, $3, $4);
`,"delete_deduplication_key.sql":`-- Unconditionally remove a deduplication key (Queue.removeDeduplicationKey /
-- the deprecated removeDebounceKey). Params: $1 queue, $2 dedup_id. Returns the
-- removed key (0 or 1 row).
DELETE FROM dedup
WHERE queue = $1 AND dedup_id = $2
RETURNING dedup_id;
`,"drain.sql":`-- Remove waiting (and optionally delayed) jobs. Params: $1 queue, $2 delayed.
SELECT drain($1, $2);
`,"extend_lock.sql":`-- Refresh an active job's lock; returns 1 on success, 0 if the lock was lost.
-- Params: $1 queue, $2 id, $3 token, $4 lock_ms, $5 now_ms.
SELECT extend_lock($1, $2, $3, $4, $5) AS n;
`,"extend_locks.sql":`-- Refresh multiple active-job locks in one round-trip; returns the ids whose
-- locks could not be renewed. Params: $1 queue, $2 ids (text[]), $3 tokens
-- (text[]), $4 lock_ms, $5 now_ms.
WITH input AS (
  SELECT ids.job_id, toks.token, ids.ord
    FROM unnest($2::text[]) WITH ORDINALITY AS ids(job_id, ord)
    JOIN unnest($3::text[]) WITH ORDINALITY AS toks(token, ord)
      USING (ord)
),
updated AS (
  UPDATE job
     SET locked_until_ms = $5::bigint + $4::bigint
    FROM input
   WHERE queue = $1
     AND id = input.job_id
     AND state = 'active'
     AND lock_token = input.token
  RETURNING id
)
SELECT input.job_id AS id
  FROM input
  LEFT JOIN updated
    ON updated.id = input.job_id
 WHERE updated.id IS NULL
 ORDER BY input.ord;
`,"get_client_list.sql":`-- Connected BullMQ clients, mirroring Redis \`CLIENT LIST\` for worker/queue
-- discovery. Each long-lived worker / QueueEvents listener names its dedicated
-- connection via \`application_name\` (the PostgreSQL analogue of
-- \`CLIENT SETNAME\`), so listing the named sessions on this database reproduces
-- the same discovery surface. Pooled query connections leave \`application_name\`
-- empty and are excluded. One row per connection; the backend formats them into
-- \`name=<application_name>\` lines for the shared client-list parser.
SELECT application_name
FROM pg_stat_activity
WHERE datname = current_database()
  AND application_name <> '';
`,"get_counts.sql":`-- Job counts by state for a queue. Param: $1 queue.
-- "prioritized" = waiting with priority > 0; "waiting" = waiting with priority 0.
SELECT
  COUNT(*) FILTER (WHERE state = 'active')                   AS active,
  COUNT(*) FILTER (WHERE state = 'completed')                AS completed,
  COUNT(*) FILTER (WHERE state = 'failed')                   AS failed,
  COUNT(*) FILTER (WHERE state = 'delayed')                  AS delayed,
  COUNT(*) FILTER (WHERE state = 'waiting' AND priority = 0) AS waiting,
  COUNT(*) FILTER (WHERE state = 'waiting' AND priority > 0) AS prioritized,
  COUNT(*) FILTER (WHERE state = 'waiting-children')         AS "waiting-children",
  (SELECT value FROM meta WHERE queue = $1 AND field = 'paused') AS paused
FROM job
WHERE queue = $1;
`,"get_counts_per_priority.sql":`-- Waiting-job counts per priority. Params: $1 queue, $2 priorities (bigint[]).
-- Returns one row per requested priority, in the input array order, with the
-- number of waiting jobs at that priority. Pausing is an O(1) meta flag that
-- leaves jobs in the 'waiting' state, so the counts are identical whether or
-- not the queue is paused (mirrors Redis, where pausing does not touch the
-- wait/prioritized sets).
SELECT COUNT(j.id) AS cnt
FROM unnest($2::bigint[]) WITH ORDINALITY AS pr(priority, ord)
LEFT JOIN job j
  ON j.queue = $1
 AND j.state = 'waiting'
 AND j.priority = pr.priority
GROUP BY pr.ord
ORDER BY pr.ord;
`,"get_deduplication_job_id.sql":`-- The current "winner" job id for a deduplication key, or none when absent or
-- expired. Params: $1 queue, $2 dedup_id, $3 now (ms).
SELECT job_id
FROM dedup
WHERE queue = $1
  AND dedup_id = $2
  AND (expire_at_ms IS NULL OR expire_at_ms > $3);
`,"get_delayed_count.sql":`-- Delayed jobs scheduled strictly before $2 (Unix milliseconds). $1 is queue.
SELECT COUNT(*) AS count
FROM job
WHERE queue = $1 AND state = 'delayed' AND process_at_ms < $2::bigint;
`,"get_dependencies.sql":`-- All of a parent job's child dependencies with their status and stored value.
-- Params: $1 parent_queue, $2 parent_id. Status maps to the public categories:
-- processed → processed (value = return value), pending → unprocessed,
-- ignored → ignored (value = reason), failed → failed.
SELECT status::text AS status, child_key, value
FROM job_dependency
WHERE parent_queue = $1 AND parent_id = $2
ORDER BY child_id;
`,"get_dependencies_page.sql":`-- One page of a parent's child dependencies in a single status category.
-- Params: $1 parent_queue, $2 parent_id, $3 status, $4 offset, $5 count.
SELECT child_key, value
FROM job_dependency
WHERE parent_queue = $1 AND parent_id = $2 AND status = $3::dep_status
ORDER BY child_id
OFFSET $4 LIMIT $5;
`,"get_dependency_counts.sql":`-- Child-dependency counts per status for a parent job.
-- Params: $1 parent_queue, $2 parent_id. ("unprocessed" = pending children.)
SELECT
  COUNT(*) FILTER (WHERE status = 'processed') AS processed,
  COUNT(*) FILTER (WHERE status = 'pending')   AS unprocessed,
  COUNT(*) FILTER (WHERE status = 'ignored')   AS ignored,
  COUNT(*) FILTER (WHERE status = 'failed')    AS failed
FROM job_dependency
WHERE parent_queue = $1 AND parent_id = $2;
`,"get_ignored_children_failures.sql":`-- Ignored children of a parent as (child_key → failure reason) pairs. The reason
-- is stored as a JSON scalar string, so \`#>> '{}'\` extracts the raw text
-- (mirrors the Redis \`<jobId>:failed\` hash). Params: $1 parent_queue, $2 parent_id.
SELECT child_key, COALESCE(value #>> '{}', value::text) AS reason
FROM job_dependency
WHERE parent_queue = $1 AND parent_id = $2 AND status = 'ignored'
ORDER BY child_id;
`,"get_job_data.sql":`-- A job's full row. Params: $1 queue, $2 id.
SELECT * FROM job WHERE queue = $1 AND id = $2;
`,"get_job_logs_asc.sql":`-- A page of a job's logs, oldest first.
-- Params: $1 queue, $2 job_id, $3 offset, $4 limit.
SELECT row FROM job_log
 WHERE queue = $1 AND job_id = $2
 ORDER BY idx ASC
 OFFSET $3 LIMIT $4;
`,"get_job_logs_count.sql":`-- Total number of log lines for a job. Params: $1 queue, $2 job_id.
SELECT COUNT(*) AS count FROM job_log WHERE queue = $1 AND job_id = $2;
`,"get_job_logs_desc.sql":`-- A page of a job's logs, newest first.
-- Params: $1 queue, $2 job_id, $3 offset, $4 limit.
SELECT row FROM job_log
 WHERE queue = $1 AND job_id = $2
 ORDER BY idx DESC
 OFFSET $3 LIMIT $4;
`,"get_job_scheduler.sql":`-- Fetch a single scheduler's stored metadata and next-run score.
-- Params: $1 queue, $2 scheduler_id.
SELECT name, iteration_count, limit_count, start_date_ms, end_date_ms, tz,
       pattern, every_ms, offset_ms, template_data, template_opts, next_run_ms
  FROM scheduler
 WHERE queue = $1 AND scheduler_id = $2;
`,"get_job_schedulers_count.sql":`-- Number of registered schedulers in a queue. Param: $1 queue.
SELECT count(*)::int AS count FROM scheduler WHERE queue = $1;
`,"get_job_schedulers_range.sql":`-- Fetch a page of schedulers ordered by next-run time. Params: $1 queue,
-- $2 asc (boolean), $3 offset, $4 count (NULL = all remaining).
SELECT scheduler_id, next_run_ms
  FROM scheduler
 WHERE queue = $1
 ORDER BY CASE WHEN $2 THEN next_run_ms END ASC,
          CASE WHEN NOT $2 THEN next_run_ms END DESC,
          scheduler_id
 OFFSET $3
 LIMIT $4;
`,"get_metrics.sql":`-- Metrics for a queue/kind: the meta (\`count\`, \`prev_ts\`, \`prev_count\`) and the
-- per-minute data points (newest first), sliced to [start, end] with Redis
-- LRANGE semantics: index 0 is the newest point and a negative index counts
-- from the oldest (-1 is the oldest point, -2 the one before it).
-- \`num_points\` is the length of the whole series, not of the slice, like LLEN
-- in getMetrics-2.lua.
-- Params: $1 queue, $2 kind ('completed' | 'failed'), $3 start, $4 end.
WITH series AS (
  SELECT count, prev_ts, prev_count, data, cardinality(data) AS num_points
    FROM metrics
   WHERE queue = $1 AND kind = $2
), bounds AS (
  -- Arrays are 1-based, hence the + 1. A start before the first point is
  -- clamped to it; an empty or inverted range yields an empty array.
  SELECT (CASE WHEN $3 < 0 THEN GREATEST(num_points + $3, 0) ELSE $3 END) + 1 AS first_index,
         (CASE WHEN $4 < 0 THEN num_points + $4 ELSE $4 END) + 1 AS last_index
    FROM series
)
SELECT
  COALESCE((SELECT count FROM series), 0)::bigint AS total,
  COALESCE((SELECT prev_ts FROM series), 0)::bigint AS prev_ts,
  COALESCE((SELECT prev_count FROM series), 0)::bigint AS prev_count,
  COALESCE((SELECT num_points FROM series), 0)::bigint AS num_points,
  COALESCE((
    SELECT data[first_index : last_index] FROM series, bounds
  ), ARRAY[]::bigint[]) AS data;
`,"get_processed_children_values.sql":`-- Processed children of a parent as (child_key → serialized value) pairs. The
-- value is returned as JSON text so the caller can JSON.parse it (mirrors the
-- Redis \`<jobId>:processed\` hash of stringified values). Params: $1 parent_queue,
-- $2 parent_id.
SELECT child_key, value::text AS value
FROM job_dependency
WHERE parent_queue = $1 AND parent_id = $2 AND status = 'processed'
ORDER BY child_id;
`,"get_queue_meta.sql":`-- The full queue metadata hash. Param: $1 queue.
SELECT field, value FROM meta WHERE queue = $1;
`,"get_queue_meta_field.sql":`-- A single queue metadata field's value. Params: $1 queue, $2 field.
SELECT value FROM meta WHERE queue = $1 AND field = $2;
`,"get_queue_meta_fields.sql":`-- Several queue metadata fields. Params: $1 queue, $2 fields (text[]).
SELECT field, value FROM meta
 WHERE queue = $1 AND field = ANY($2::text[]);
`,"get_range.sql":`-- Job ids in a state, sliced by [start, end]. Params: $1 queue, $2 type,
-- $3 start, $4 end, $5 asc.
SELECT id FROM get_range($1, $2, $3, $4, $5) AS t(id);
`,"get_rate_limit_ttl.sql":`-- Current rate-limit ttl in ms (Redis getRateLimitTtl semantics). Params:
-- $1 queue, $2 maxJobs (0 = unspecified → meta \`max\` / raw window), $3 now_ms.
SELECT rate_limit_ttl($1, $2, $3) AS ttl;
`,"get_state.sql":`-- A job's state and priority. Params: $1 queue, $2 id.
SELECT state, priority FROM job WHERE queue = $1 AND id = $2;
`,"has_queue_meta_field.sql":`-- Whether a queue metadata field exists. Params: $1 queue, $2 field.
SELECT EXISTS(
  SELECT 1 FROM meta WHERE queue = $1 AND field = $2
) AS exists;
`,"has_waiting_job.sql":`-- Whether the queue has a claimable (waiting, non-paused) job right now. Used
-- by waitForJob to close the race where a NOTIFY fires before the listener is
-- established (mirrors the atomicity of Redis's blocking pop). Param: $1 queue.
SELECT
  EXISTS(
    SELECT 1 FROM job WHERE queue = $1 AND state = 'waiting'
  )
  AND NOT EXISTS(
    SELECT 1 FROM meta
     WHERE queue = $1 AND field = 'paused' AND value = '1'
  ) AS present;
`,"is_finished.sql":`-- A job's finished state and result/reason (for waitUntilFinished / isFinished).
-- Params: $1 queue, $2 id.
SELECT state, return_value, failed_reason
  FROM job WHERE queue = $1 AND id = $2;
`,"is_job_in_state.sql":`-- Whether a job is currently in the given state. Params: $1 queue, $2 id,
-- $3 state.
SELECT EXISTS(
  SELECT 1 FROM job
   WHERE queue = $1 AND id = $2 AND state = $3::job_state
) AS present;
`,"is_job_in_wait.sql":`-- Whether a (non-prioritized) waiting job is in the wait or paused list. The
-- queue has no separate paused list: a waiting job belongs to the paused list
-- when the queue is paused, and to the wait list otherwise. $3 selects which
-- list to test (true = paused, false = wait). Params: $1 queue, $2 id, $3 paused.
SELECT EXISTS(
  SELECT 1 FROM job j
   WHERE j.queue = $1 AND j.id = $2
     AND j.state = 'waiting' AND j.priority = 0
     AND (
       EXISTS(
         SELECT 1 FROM meta m
          WHERE m.queue = $1 AND m.field = 'paused' AND m.value = '1'
       )
     ) = $3
) AS present;
`,"is_job_prioritized.sql":`-- Whether a job is prioritized (waiting with a non-zero priority).
-- Params: $1 queue, $2 id.
SELECT EXISTS(
  SELECT 1 FROM job
   WHERE queue = $1 AND id = $2 AND state = 'waiting' AND priority > 0
) AS present;
`,"is_job_scheduler.sql":`-- Whether an id corresponds to a registered scheduler. Params: $1 queue, $2 id.
SELECT EXISTS (
  SELECT 1 FROM scheduler WHERE queue = $1 AND scheduler_id = $2
) AS exists;
`,"is_maxed.sql":`-- Whether the queue is "maxed": it has a global concurrency limit and the
-- number of active jobs has reached it (mirrors isQueueMaxed). Returns false
-- when no concurrency limit is configured.
-- Params: $1 queue.
SELECT COALESCE(
  (SELECT count(*) FROM job WHERE queue = $1 AND state = 'active')
    >= (SELECT value::integer FROM meta
         WHERE queue = $1 AND field = 'concurrency'),
  false
) AS maxed;
`,"listen_events.sql":`-- Subscribe to the shared event-stream channel. Producers
-- \`pg_notify('bullmq_events', <queue>)\`; a consumer filters for its own queue.
LISTEN bullmq_events;
`,"listen_jobs.sql":`-- Subscribe to the shared job-notification channel (fixed name keeps this
-- portable). Producers \`pg_notify('bullmq_jobs', <queue>)\`; a worker filters
-- notifications for its own queue.
LISTEN bullmq_jobs;
`,"listen_relay.sql":`-- Subscribe to the relay channel. Publishers
-- \`pg_notify('bullmq_relay', <namespace>:<node id>)\`; a node filters for its own.
LISTEN bullmq_relay;
`,"move_active_to_wait.sql":`-- Move an active job back to wait (Job.moveToWait / dynamic rate limit).
-- Params: $1 queue, $2 id, $3 token ('0' bypasses the lock check), $4 now_ms.
-- Returns the limiter window ms (>=0), or -1 when the job no longer exists.
SELECT move_active_to_wait($1, $2, $3, $4) AS n;
`,"move_stalled_jobs_to_wait.sql":`-- Two-phase stalled-job recovery (mark on one pass, reclaim on the next);
-- returns the reclaimed ids. Params: $1 queue, $2 max_stalled_count,
-- $3 now_ms, $4 max_check_time_ms (stalledInterval).
SELECT id FROM move_stalled_jobs_to_wait($1, $2, $3, $4) AS t(id);
`,"move_to_active.sql":`-- Claim the next ready job for a worker (0 or 1 rows), honouring the limiter.
-- Params: $1 queue, $2 token, $3 lock_ms, $4 now_ms, $5 worker name,
-- $6 limiter max (worker option, NULL if none), $7 limiter duration ms.
SELECT * FROM move_to_active($1, $2, $3, $4, $5, $6, $7);
`,"move_to_completed.sql":`-- Finish an active job successfully; returns the finished-at timestamp.
-- Params: $1 queue, $2 id, $3 token, $4 return_value (jsonb), $5 finished_on,
--         $6 remove_all, $7 keep_age (s), $8 keep_count.
SELECT move_to_completed($1, $2, $3, $4::jsonb, $5, $6, $7, $8) AS finished_on;
`,"move_to_completed_fetch.sql":`-- Finish an active job successfully AND claim the next ready job in one
-- transaction (one commit) — the fused equivalent of move_to_completed followed
-- by move_to_active, mirroring Redis's moveToFinished. Returns 0 or 1 job rows.
-- Params: $1 queue, $2 id, $3 token, $4 return_value (jsonb), $5 finished_on,
--         $6 remove_all, $7 keep_age (s), $8 keep_count,
--         $9 lock_ms, $10 now_ms, $11 worker name,
--         $12 limiter max (worker option, NULL if none), $13 limiter duration ms.
SELECT * FROM move_to_completed_fetch(
  $1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11, $12, $13);
`,"move_to_delayed.sql":`-- Re-queue an active job to the delayed state (retry-with-delay / manual delay).
-- Params: $1 queue, $2 id, $3 token, $4 process_at, $5 delay,
--         $6 skip_attempt, $7 failed_reason, $8 stacktrace (jsonb).
SELECT move_to_delayed($1, $2, $3, $4, $5, $6, $7, $8::jsonb) AS n;
`,"move_to_failed.sql":`-- Mark an active job failed; returns the finished-at timestamp.
-- Params: $1 queue, $2 id, $3 token, $4 failed_reason, $5 stacktrace (jsonb),
--         $6 finished_on, $7 remove_all, $8 keep_age (s), $9 keep_count.
SELECT move_to_failed($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9) AS finished_on;
`,"move_to_failed_fetch.sql":`-- Fail (or retry) an active job AND claim the next ready job in one transaction
-- (one commit) — the fused equivalent of move_to_failed followed by
-- move_to_active, mirroring Redis's moveToFinished. Returns 0 or 1 job rows.
-- Params: $1 queue, $2 id, $3 token, $4 failed_reason, $5 stacktrace (jsonb),
--         $6 finished_on, $7 remove_all, $8 keep_age (s), $9 keep_count,
--         $10 lock_ms, $11 now_ms, $12 worker name,
--         $13 limiter max (worker option, NULL if none), $14 limiter duration ms.
SELECT * FROM move_to_failed_fetch(
  $1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12, $13, $14);
`,"move_to_waiting_children.sql":`-- Move an active parent to waiting-children if it has pending children.
-- Params: $1 queue, $2 id, $3 token. Returns 1 (should wait), 0 (proceed).
SELECT move_to_waiting_children($1, $2, $3) AS code;
`,"next_delay.sql":`-- The timestamp of the next delayed job, or NULL if there are none.
SELECT next_delay($1) AS next_delay;
`,"next_signal.sql":`-- The worker "no job" signal: effective rate-limit ttl + next delayed-job time.
-- Params: $1 queue, $2 limiter max (worker option, NULL if none), $3 now_ms.
SELECT rate_limit_ttl, next_delay FROM next_signal($1, $2, $3);
`,"obliterate.sql":`-- Obliterate a queue: delete up to $2 jobs; returns -1 (not paused), -2 (active
-- jobs without force), 1 (more to delete), or 0 (done). Params: $1 queue,
-- $2 count, $3 force.
SELECT obliterate($1, $2, $3) AS cursor;
`,"paginate_dependencies.sql":`-- A parent job's child dependencies of a given status, sliced [offset, limit]
-- and joined to the child job rows (for fetchJobs). Params: $1 parent_queue,
-- $2 parent_id, $3 status ('pending' | 'processed'), $4 offset, $5 limit
-- (NULL = no limit). \`total\` is the full number of matching dependencies
-- (COUNT(*) OVER(), computed before the slice). \`dep_value\` is the stored
-- result for processed children. The remaining columns are the child
-- \`job\` row consumed by rowToJobJson.
SELECT
  d.child_key,
  d.value AS dep_value,
  COUNT(*) OVER() AS total,
  j.*
FROM job_dependency d
LEFT JOIN job j
  ON j.queue = d.child_queue AND j.id = d.child_id
WHERE d.parent_queue = $1 AND d.parent_id = $2 AND d.status = $3::dep_status
ORDER BY d.child_key
OFFSET $4
LIMIT $5;
`,"pause.sql":`-- Pause/resume the queue. Params: $1 queue, $2 paused.
SELECT pause($1, $2);
`,"promote.sql":`-- Promote a delayed job to waiting. Params: $1 queue, $2 id.
-- Returns 0 ok, -1 missing, -3 not delayed.
SELECT promote($1, $2) AS code;
`,"promote_jobs.sql":`-- Move up to \`count\` delayed jobs to waiting; returns the number moved.
-- Params: $1 queue, $2 count.
SELECT promote_jobs($1, $2) AS n;
`,"publish_event.sql":`-- Append a custom event to the stream; returns the event id.
-- Params: $1 queue, $2 event, $3 data (jsonb).
SELECT publish_event($1, $2, $3::jsonb) AS id;
`,"read_events.sql":`-- A page of events newer than a cursor, oldest first.
-- Params: $1 queue, $2 cursor (exclusive), $3 limit.
SELECT id, event, data FROM event
 WHERE queue = $1 AND id > $2
 ORDER BY id ASC
 LIMIT $3;
`,"read_events_max.sql":`-- The current max event id for a queue (used to resolve the '$' cursor).
-- Param: $1 queue.
SELECT COALESCE(MAX(id), 0)::bigint AS max FROM event WHERE queue = $1;
`,"relay_delete_retained.sql":`-- Deletes the retained message of a topic; returns whether there was one.
-- Params: $1 namespace, $2 topic.
SELECT relay_delete_retained($1, $2) AS deleted;
`,"relay_get_counts.sql":`-- Totals of a relay namespace.
-- Params: $1 namespace.
SELECT nodes, subscriptions, patterns, retained FROM relay_get_counts($1);
`,"relay_get_namespaces.sql":`-- Relay namespaces with live nodes or retained messages.
SELECT relay_get_namespaces AS ns FROM relay_get_namespaces();
`,"relay_get_node_connections.sql":`-- The inbox (LISTEN) connection of a relay node, named after it through
-- \`application_name\`, as PostgreSQL sees it.
-- Params: $1 application name, $2 database.
SELECT COALESCE(host(client_addr) || ':' || client_port, 'local') AS address,
       floor(extract(epoch FROM now() - backend_start))::integer AS age,
       floor(extract(epoch FROM now() - COALESCE(state_change, backend_start)))::integer AS idle
  FROM pg_stat_activity
 WHERE application_name = $1
   AND datname = $2
 ORDER BY backend_start;
`,"relay_get_nodes.sql":`-- Nodes of a relay namespace, by registration.
-- Params: $1 namespace, $2 start, $3 end (inclusive, -1: to the end).
SELECT node_id, registered_at, lease_until, info, last_heartbeat, backlog,
       dropped, subscriptions
  FROM relay_get_nodes($1, $2, $3);
`,"relay_get_patterns.sql":`-- Subscribed patterns of a relay namespace, with their subscriptions.
-- Params: $1 namespace, $2 start, $3 end (inclusive, -1: to the end).
SELECT pattern, subscriptions FROM relay_get_patterns($1, $2, $3);
`,"relay_get_retained.sql":`-- Retained messages of a relay namespace, by expiry.
-- Params: $1 namespace, $2 start, $3 end (inclusive, -1: to the end).
SELECT topic, expires_at, mid, ts, data FROM relay_get_retained($1, $2, $3);
`,"relay_get_subscriptions.sql":`-- Subscriptions of a relay namespace, optionally of a node or a pattern.
-- Params: $1 namespace, $2 node id (or NULL), $3 pattern (or NULL), $4 start,
-- $5 end (inclusive, -1: to the end).
SELECT node_id, endpoint_id, pattern
  FROM relay_get_subscriptions($1, $2, $3, $4, $5);
`,"relay_heartbeat.sql":`-- Renews a relay node's lease; false when the node must register again.
-- Params: $1 namespace, $2 node id, $3 lease (ms).
SELECT relay_heartbeat($1, $2, $3) AS alive;
`,"relay_publish.sql":`-- Publishes a message on a topic.
-- Params: $1 namespace, $2 topic, $3 data, $4 timestamp (ms), $5 retain (ms),
-- $6 max data size (bytes).
SELECT message_id, node_count, endpoint_count
  FROM relay_publish($1, $2, $3, $4, $5, $6);
`,"relay_read_inbox.sql":`-- Acknowledges the given inbox entries and returns the oldest remaining ones.
-- Params: $1 namespace, $2 node id, $3 ids to acknowledge, $4 limit.
SELECT id, kind, topic, mid, ts, data, endpoints
  FROM relay_read_inbox($1, $2, $3::bigint[], $4);
`,"relay_register_node.sql":`-- Registers (or refreshes) a relay node, its lease and its info.
-- Params: $1 namespace, $2 node id, $3 lease (ms), $4 info (JSON).
SELECT relay_register_node($1, $2, $3, $4::jsonb);
`,"relay_remove_endpoint.sql":`-- Removes every subscription of a relay endpoint.
-- Params: $1 namespace, $2 node id, $3 endpoint id.
SELECT relay_remove_endpoint($1, $2, $3) AS removed;
`,"relay_subscribe.sql":`-- Subscribes a relay endpoint to a pattern; returns the retained message of
-- an exact topic atomically with the subscription.
-- Params: $1 namespace, $2 node id, $3 endpoint id, $4 pattern.
SELECT added, retained_mid, retained_ts, retained_data
  FROM relay_subscribe($1, $2, $3, $4);
`,"relay_sweep.sql":`-- Removes expired relay nodes and retained messages of every namespace;
-- returns the removed nodes of the given one.
-- Params: $1 namespace, $2 max nodes (and retained messages) to remove.
SELECT relay_sweep AS node_id FROM relay_sweep($1, $2);
`,"relay_trim_inbox.sql":`-- Removes a node's consumed inbox entries and those beyond the max length;
-- returns the number left.
-- Params: $1 namespace, $2 node id, $3 ids of the last read batch, $4 max length.
SELECT relay_trim_inbox($1, $2, $3::bigint[], $4) AS backlog;
`,"relay_unregister_node.sql":`-- Unregisters a relay node (its subscriptions and inbox are removed too).
-- Params: $1 namespace, $2 node id.
SELECT relay_unregister_node($1, $2) AS removed;
`,"remove.sql":`-- Remove a job (and optionally its children). Returns 1 if removed, else 0.
-- Params: $1 queue, $2 id, $3 remove_children.
SELECT remove($1, $2, $3) AS n;
`,"remove_child_dependency.sql":`-- Break a child's dependency link to its parent. Params: $1 queue, $2 job_id,
-- $3 parent_key, $4 now. Returns 0 (removed) or 1 (no relationship); raises on
-- missing job (-1) / missing parent (-5).
SELECT remove_child_dependency($1, $2, $3, $4) AS n;
`,"remove_deduplication_key.sql":`-- Conditionally remove a deduplication key, only when the given job is still
-- its (live) winner (mirrors removeDeduplicationKeyIfNeededOnRemoval and the
-- job-instance Job.removeDeduplicationKey, where Redis GET returns nil for an
-- expired key). Params: $1 queue, $2 dedup_id, $3 job_id, $4 now (ms). Returns
-- the removed key (0 or 1 row).
DELETE FROM dedup
WHERE queue = $1 AND dedup_id = $2 AND job_id = $3
  AND (expire_at_ms IS NULL OR expire_at_ms > $4)
RETURNING dedup_id;
`,"remove_job_scheduler.sql":`-- Remove a scheduler and its still-pending job (emitting \`removed\` events);
-- returns 1 if the scheduler existed, 0 otherwise. Params: $1 queue, $2 id.
SELECT remove_job_scheduler($1, $2) AS removed;
`,"remove_queue_meta_fields.sql":`-- Remove queue metadata fields. Params: $1 queue, $2 fields (text[]).
DELETE FROM meta WHERE queue = $1 AND field = ANY($2::text[]);
`,"remove_rate_limit.sql":`-- Clear the limiter window; returns the number of rows removed (0 or 1).
-- Param: $1 queue.
WITH d AS (
  DELETE FROM rate_limit WHERE queue = $1 RETURNING 1
)
SELECT count(*)::int AS n FROM d;
`,"remove_unprocessed_children.sql":`-- Recursively remove a parent's still-pending children. Params: $1 queue,
-- $2 job_id.
SELECT remove_unprocessed_children($1, $2);
`,"reprocess_job.sql":`-- Re-queue a finished job (failed/completed) back to wait. Params: $1 queue,
-- $2 id, $3 state, $4 lifo, $5 reset_attempts_made, $6 reset_attempts_started.
-- Returns 1 ok, -1 missing, -3 not in the expected state.
SELECT reprocess_job($1, $2, $3, $4, $5, $6) AS code;
`,"retry_job.sql":`-- Re-queue an active job back to waiting immediately (retry now).
-- Params: $1 queue, $2 id, $3 token, $4 lifo, $5 failed_reason, $6 stacktrace (jsonb).
SELECT retry_job($1, $2, $3, $4, $5, $6::jsonb) AS n;
`,"retry_jobs.sql":`-- Move up to \`count\` finished jobs back to waiting; returns the number moved.
-- Params: $1 queue, $2 state, $3 count, $4 timestamp.
SELECT retry_jobs($1, $2, $3, $4) AS n;
`,"set_queue_meta.sql":`-- Upsert queue metadata fields. Params: $1 queue, $2 fields (text[]), $3 values (text[]).
INSERT INTO meta (queue, field, value)
SELECT $1, f, v FROM unnest($2::text[], $3::text[]) AS t(f, v)
ON CONFLICT (queue, field) DO UPDATE SET value = EXCLUDED.value;
`,"set_rate_limit.sql":`-- Force the limiter window (dynamic / manual rate limit).
-- Params: $1 queue, $2 expire ms, $3 now_ms.
SELECT set_rate_limit($1, $2, $3);
`,"trim_logs.sql":`-- Trim a job's oldest logs. Params: $1 queue, $2 job_id, $3 min_idx_to_keep.
DELETE FROM job_log
 WHERE queue = $1 AND job_id = $2 AND idx < $3;
`,"update_data.sql":`-- Replace a job's data payload. Params: $1 queue, $2 id, $3 data (jsonb).
UPDATE job SET data = $3::jsonb WHERE queue = $1 AND id = $2
RETURNING id;
`,"update_job_scheduler.sql":`-- Advance an existing scheduler to its next iteration (no template change);
-- returns the new delayed job id, or NULL if the scheduler is gone.
-- Params: $1 queue, $2 scheduler_id, $3 next_millis, $4 template_data (jsonb),
-- $5 delayed_opts (jsonb), $6 now, $7 producer_id.
SELECT update_job_scheduler_next_millis($1, $2, $3, $4, $5, $6, $7) AS job_id;
`,"update_progress.sql":`-- Update a job's progress and emit a 'progress' event. Returns the number of
-- rows updated (0 = missing job). Params: $1 queue, $2 id, $3 progress (jsonb).
SELECT update_progress($1, $2, $3::jsonb) AS updated;
`},zd={"0001_schema.sql":`-- BullMQ PostgreSQL backend — schema (types, sequences, tables, indexes).
--
-- Consolidated initial schema. All BullMQ objects live in a connection-level
-- schema (namespace); the operation functions live in 0002_functions.sql.

-- BullMQ PostgreSQL backend — initial schema (schema version 1).
--
-- This file is the *portable source of truth* for the schema. It uses only
-- standard SQL / PL-pgSQL so it can be shared verbatim with the future Elixir
-- and Python ports (which call the very same tables and functions).
--
-- All objects are created inside the backend's configured *schema* (the
-- connection-level namespace, default \`bullmq\`). The migration runner has
-- already created the schema and set \`search_path\` to it, so the unqualified
-- names below resolve into that schema. Unlike Redis — where a per-queue key
-- \`prefix\` namespaces every key — SQL uses the schema as the single namespace
-- for the whole connection, so there is no per-row/per-queue prefix.
--
-- The migration ledger table (\`migration\`) is bootstrapped by the
-- migration runner itself, so it is intentionally not created here.
--
-- v1 only establishes the foundation that is independent of the job-storage
-- model: per-queue metadata. Subsequent migrations add the job tables,
-- indexes and the atomic operation functions.

-- Per-queue metadata. Mirrors the Redis \`<prefix>:<queue>:meta\` hash: a small
-- key/value store keyed by (queue, field). Used for the queue version, global
-- concurrency, global rate limit, paused flag, etc.
CREATE TABLE IF NOT EXISTS meta (
  queue text NOT NULL,
  field text NOT NULL,
  value text,
  PRIMARY KEY (queue, field)
);

-- BullMQ PostgreSQL backend — core job schema (schema version 2).
--
-- Portable source of truth (standard SQL / PL-pgSQL) shared verbatim with the
-- future Elixir and Python ports. This migration establishes the *storage
-- model* (tables + indexes) for every BullMQ feature: FIFO/LIFO, priority,
-- delayed jobs, concurrency, locks/stalled detection, flows (parent/child
-- dependencies), deduplication, rate limiting, repeatable job schedulers, the
-- event stream and metrics. The atomic *operation* functions (addJob,
-- moveToActive, …) are layered on top in subsequent migrations.
--
-- ──────────────────────────────────────────────────────────────────────────
-- Design overview
-- ──────────────────────────────────────────────────────────────────────────
-- * Namespace = the connection's PostgreSQL *schema* (default \`bullmq\`), not a
--   per-queue key prefix. In Redis a \`prefix\` namespaces every key because the
--   keyspace is shared; in SQL the schema already isolates BullMQ from the
--   user's other tables, and a different schema (or database) gives a fully
--   independent BullMQ namespace. So there is no per-row/per-queue prefix — the
--   \`queue\` column alone discriminates within the schema.
--
-- * Single \`job\` table keyed by (queue, id). The Redis adapter spreads a
--   job's lifecycle across many keys (wait list, prioritized zset, delayed zset,
--   active list, completed/failed zsets, locks, …); here a single \`state\`
--   column plus a handful of promoted, indexable columns replaces all of them.
--   State transitions are plain \`UPDATE\`s; claiming uses \`FOR UPDATE SKIP
--   LOCKED\` so concurrent workers never block each other.
--
-- * Time is stored as \`bigint\` epoch-milliseconds (suffix \`_ms\`) to match
--   BullMQ's millisecond API exactly and avoid timezone math on hot paths.
--
-- * Partial indexes are state-scoped: each hot path (claim next ready job,
--   promote due delayed jobs, find stalled active jobs, clean finished jobs)
--   has a small index that only contains the rows in the relevant state.
--
-- * "paused" and "prioritized" are NOT physical states. Pausing is an O(1)
--   queue-level flag in \`meta\`; a prioritized job is simply a waiting job
--   with \`priority > 0\`. This avoids the bulk row rewrites Redis performs on
--   pause and removes the need for a separate prioritized structure — full
--   \`ORDER BY (priority, seq)\` does the job.
-- ──────────────────────────────────────────────────────────────────────────

-- Physical job states. (Pause = meta flag; prioritized = waiting + priority>0.)
CREATE TYPE job_state AS ENUM (
  'waiting',
  'active',
  'completed',
  'failed',
  'delayed',
  'waiting-children'
);

-- Status of a parent→child dependency (flows).
CREATE TYPE dep_status AS ENUM (
  'pending',    -- child not finished yet
  'processed',  -- child completed; \`value\` holds its return value
  'ignored',    -- child failed but parent was told to ignore it; \`value\` = reason
  'failed'      -- child failed and the failure is recorded against the parent
);

-- Global monotonic ordering for FIFO. A single sequence gives a total order
-- across all queues; FIFO within a queue is preserved because \`seq\` increases
-- with insertion. LIFO jobs are stored with a *negative* \`seq\` (from the same
-- sequence, negated) so they sort ahead of all FIFO jobs and, among themselves,
-- most-recently-added first — reproducing "last in, first out" with one column.
CREATE SEQUENCE job_seq;

-- Global monotonic id for the event stream (the Postgres analogue of a Redis
-- stream entry id). Consumers page forward with \`id > cursor\`.
CREATE SEQUENCE event_seq;

-- ──────────────────────────────────────────────────────────────────────────
-- Jobs
-- ──────────────────────────────────────────────────────────────────────────
CREATE TABLE job (
  queue             text             NOT NULL,
  id                text             NOT NULL,  -- custom id, or numeric counter as text
  seq               bigint           NOT NULL,  -- FIFO order (negative = LIFO); see sequence above
  name              text             NOT NULL,
  state             job_state NOT NULL,

  -- Payload / options. BullMQ serializes these as JSON strings; stored as jsonb
  -- (always valid JSON) so they are queryable and compact.
  data              jsonb            NOT NULL DEFAULT '{}'::jsonb,
  opts              jsonb            NOT NULL DEFAULT '{}'::jsonb,

  -- Promoted, frequently-read scalars (also live implicitly in \`opts\`, but are
  -- broken out so they can be indexed / updated cheaply).
  priority          integer          NOT NULL DEFAULT 0,  -- 0 = no priority (FIFO); >0 = prioritized
  delay_ms          bigint           NOT NULL DEFAULT 0,
  max_attempts      integer          NOT NULL DEFAULT 1,
  attempts_made     integer          NOT NULL DEFAULT 0,
  attempts_started  integer          NOT NULL DEFAULT 0,

  -- Progress / results.
  progress          jsonb,                       -- number or object
  return_value      jsonb,                       -- BullMQ \`returnvalue\`
  failed_reason     text,
  stacktrace        jsonb,                       -- array of frames
  deferred_failure  text,
  processed_by      text,                        -- worker id that processed it

  -- Timestamps (epoch ms).
  added_at_ms       bigint           NOT NULL,   -- BullMQ \`timestamp\`
  process_at_ms     bigint,                       -- when a delayed job becomes ready
  processed_at_ms   bigint,                       -- BullMQ \`processedOn\`
  finished_at_ms    bigint,                       -- BullMQ \`finishedOn\`

  -- Locking / stalled detection. An active job is "locked" until
  -- \`locked_until_ms\`; once it elapses the job is considered stalled.
  lock_token        text,
  locked_until_ms   bigint,
  stalled_count     integer          NOT NULL DEFAULT 0,

  -- Deduplication / scheduler linkage.
  dedup_id          text,                         -- BullMQ deduplicationId / debounceId
  scheduler_id      text,                         -- id of the scheduler that produced this job (BullMQ repeatJobKey)

  -- Flow (parent/child) linkage. A child stores its parent's coordinates; a
  -- parent tracks how many children are still unfinished.
  parent_queue      text,
  parent_id         text,
  parent_key        text,                         -- denormalized "<queue>:<id>" (Redis-compatible "<prefix>:<queue>:<id>")
  pending_deps      integer          NOT NULL DEFAULT 0,
  -- Two-phase stalled mark/sweep: set on the first stalled pass, reclaimed on
  -- the next (see move_stalled_jobs_to_wait in 0002_functions.sql).
  stalled_marked    boolean          NOT NULL DEFAULT false,

  PRIMARY KEY (queue, id)
);

-- Claim next ready job: waiting jobs ordered by (priority, seq). Covers both the
-- "wait" (priority = 0) and "prioritized" (priority > 0) views, and the FIFO/LIFO
-- ordering via the signed \`seq\`. Used with FOR UPDATE SKIP LOCKED.
CREATE INDEX job_ready_idx
  ON job (queue, priority, seq)
  WHERE state = 'waiting';

-- Promote due delayed jobs (process_at_ms <= now) and find the next wake-up.
CREATE INDEX job_delayed_idx
  ON job (queue, process_at_ms)
  WHERE state = 'delayed';

-- Active jobs: stalled scan by lock expiry, and O(1)-ish concurrency counting
-- (COUNT over the partial index for a queue).
CREATE INDEX job_active_idx
  ON job (queue, locked_until_ms)
  WHERE state = 'active';

-- Finished jobs: range listing and age/count-based retention + cleaning.
CREATE INDEX job_finished_idx
  ON job (queue, state, finished_at_ms)
  WHERE state IN ('completed', 'failed');

-- Parents blocked on children.
CREATE INDEX job_waiting_children_idx
  ON job (queue, seq)
  WHERE state = 'waiting-children';

-- Reverse lookup from a child to its parent (e.g. orphan/repair scans).
CREATE INDEX job_parent_idx
  ON job (parent_queue, parent_id)
  WHERE parent_id IS NOT NULL;

-- Locate the job(s) produced by a given scheduler.
CREATE INDEX job_scheduler_idx
  ON job (queue, scheduler_id)
  WHERE scheduler_id IS NOT NULL;

-- ──────────────────────────────────────────────────────────────────────────
-- Job logs (append-only, per-job ordered lines)
-- ──────────────────────────────────────────────────────────────────────────
CREATE TABLE job_log (
  queue   text   NOT NULL,
  job_id  text   NOT NULL,
  idx     bigint NOT NULL,   -- per-job ordinal (0-based); range reads + trimming
  row     text   NOT NULL,
  PRIMARY KEY (queue, job_id, idx),
  FOREIGN KEY (queue, job_id)
    REFERENCES job (queue, id) ON DELETE CASCADE
);

-- ──────────────────────────────────────────────────────────────────────────
-- Flow dependencies (parent → child)
-- ──────────────────────────────────────────────────────────────────────────
-- Owned by the parent. Reproduces BullMQ's processed/ignored/failed/unprocessed
-- child sets with a single \`status\` column, and stores each processed child's
-- return value (or failure reason) in \`value\`. \`pending_deps\` on the parent job
-- is the count of rows here still in 'pending'.
CREATE TABLE job_dependency (
  parent_queue text NOT NULL,
  parent_id    text NOT NULL,
  child_queue  text NOT NULL,
  child_id     text NOT NULL,
  child_key    text NOT NULL,  -- denormalized "<queue>:<id>" (Redis-compatible "<prefix>:<queue>:<id>")
  status       dep_status NOT NULL DEFAULT 'pending',
  value        jsonb,
  PRIMARY KEY (parent_queue, parent_id, child_key),
  FOREIGN KEY (parent_queue, parent_id)
    REFERENCES job (queue, id) ON DELETE CASCADE
);

-- Paginate a parent's children by category (processed / pending / …).
CREATE INDEX dep_parent_status_idx
  ON job_dependency (parent_queue, parent_id, status);

-- Resolve dependencies from the child side (when a child finishes, or when a
-- child dependency is explicitly removed).
CREATE INDEX dep_child_idx
  ON job_dependency (child_queue, child_id);

-- ──────────────────────────────────────────────────────────────────────────
-- Event stream (QueueEvents)
-- ──────────────────────────────────────────────────────────────────────────
-- The Postgres analogue of the Redis events stream. \`id\` is globally monotonic;
-- consumers page forward with \`id > cursor\`. Blocking reads are delivered via
-- LISTEN/NOTIFY (the operation layer NOTIFYs on insert); trimming deletes the
-- lowest ids beyond the configured max length.
CREATE TABLE event (
  queue         text   NOT NULL,
  id            bigint NOT NULL DEFAULT nextval('event_seq'),
  event         text   NOT NULL,
  data          jsonb  NOT NULL DEFAULT '{}'::jsonb,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (queue, id)
);

CREATE TABLE metrics (
  queue      text     NOT NULL,
  kind       text     NOT NULL,  -- 'completed' | 'failed'
  count      bigint   NOT NULL DEFAULT 0,  -- cumulative finished jobs
  prev_ts    bigint,                        -- ts of the last data point
  prev_count bigint   NOT NULL DEFAULT 0,   -- count at the last data point
  data       bigint[] NOT NULL DEFAULT '{}',-- per-minute deltas, newest first
  PRIMARY KEY (queue, kind)
);

-- ──────────────────────────────────────────────────────────────────────────
-- Rate limiting (token window per queue)
-- ──────────────────────────────────────────────────────────────────────────
-- One row per queue holding the current limiter window: \`points\` counts the
-- jobs consumed in the window, which ends at \`expire_at_ms\`. Mirrors the single
-- Redis \`<prefix>:<queue>:limiter\` counter key (with its PTTL). The global
-- limiter is the only mode the open-source backend supports (per-group rate
-- limiting was removed in BullMQ 3.0).
CREATE TABLE rate_limit (
  queue        text    NOT NULL,
  points       bigint  NOT NULL DEFAULT 0,
  expire_at_ms bigint  NOT NULL,
  PRIMARY KEY (queue)
);

-- ──────────────────────────────────────────────────────────────────────────
-- Deduplication keys
-- ──────────────────────────────────────────────────────────────────────────
CREATE TABLE dedup (
  queue        text   NOT NULL,
  dedup_id     text   NOT NULL,
  job_id       text   NOT NULL,
  expire_at_ms bigint,            -- NULL = no expiry; otherwise lazily reclaimed
  PRIMARY KEY (queue, dedup_id)
);

-- Expired dedup keys are reclaimed lazily by operation functions in
-- 0002_functions.sql (for example deduplicate_job and
-- dedup_finalize). This index keeps those lookups/deletes efficient.
CREATE INDEX dedup_expire_idx
  ON dedup (queue, expire_at_ms)
  WHERE expire_at_ms IS NOT NULL;

-- ──────────────────────────────────────────────────────────────────────────
-- Job schedulers (repeatable jobs)
--
-- A scheduler is a job factory: it stores a template (data/opts) plus a repeat
-- spec (cron \`pattern\` or fixed \`every\` ms) and, on each upsert, produces the
-- next delayed job \`repeat:<schedulerId>:<nextMillis>\`. For cron the caller
-- computes nextMillis (JS cron-parser); for \`every\` the backend computes it,
-- honouring \`offset_ms\` (the phase offset from \`start_date\`).
-- ──────────────────────────────────────────────────────────────────────────
CREATE TABLE scheduler (
  queue           text   NOT NULL,
  scheduler_id    text   NOT NULL,
  name            text,
  next_run_ms     bigint,            -- next iteration's due time
  pattern         text,              -- cron expression (mutually exclusive with every_ms)
  every_ms        bigint,            -- fixed interval in ms
  tz              text,              -- timezone for cron evaluation
  start_date_ms   bigint,
  end_date_ms     bigint,
  limit_count     integer,           -- max number of iterations (NULL = unlimited)
  iteration_count integer NOT NULL DEFAULT 0,
  template_data   jsonb,             -- payload template reused for every iteration
  template_opts   jsonb,             -- options template reused for every iteration
  producer_id     text,
  offset_ms       bigint,            -- 'every' phase offset from start_date
  PRIMARY KEY (queue, scheduler_id)
);

-- Find schedulers whose next iteration is due, and order schedulers by next run.
CREATE INDEX scheduler_next_idx
  ON scheduler (queue, next_run_ms);

-- ── keepLastIfActive proto-next storage ──────────────────────────────────
-- When a job is deduplicated while its winner is *active* and keepLastIfActive
-- is set, the new job's payload is stashed here (Redis \`dn:<id>\` hash) and the
-- dedup key is persisted (no expiry). When the active winner finishes, the
-- stashed payload is turned into a real job (the new winner). At most one
-- proto-next exists per id; a later add while active overwrites it.
CREATE TABLE dedup_next (
  queue    text  NOT NULL,
  dedup_id text  NOT NULL,
  payload  jsonb NOT NULL,  -- { name, data, opts, jobId }
  PRIMARY KEY (queue, dedup_id)
);
`,"0002_functions.sql":`-- BullMQ PostgreSQL backend — operation functions.
--
-- Every stored function implementing a queue operation (add, move-to-active,
-- finish, flows, scheduler, rate limiting, dedup, metrics, …), in its final
-- form. Depends on the tables/types created in 0001_schema.sql.

-- ──────────────────────────────────────────────────────────────────────────
-- Per-queue job-id allocator
-- ──────────────────────────────────────────────────────────────────────────
-- BullMQ hands auto-generated job ids from a per-queue counter (Redis: INCR
-- <prefix>:<queue>:id). Implementing that as a \`meta\` row bumped with
-- \`ON CONFLICT DO UPDATE\` serializes *every* concurrent \`add\` on that row's
-- lock (held until commit), so parallel producers cannot make progress — by far
-- the biggest \`add\` bottleneck. A dedicated per-queue SEQUENCE hands out ids via
-- \`nextval\`, which takes no transaction-scoped lock, so concurrent adds run in
-- parallel. Ids are still 1, 2, 3, … per queue (sequence starts at 1), matching
-- Redis; a rolled-back add may leave a gap, exactly as a failed Redis add leaves
-- its INCR in place. The sequence is created lazily on first use and dropped by
-- \`obliterate\`. If we ever need user-facing immutable ids independent from
-- this allocator, we can add a separate custom-id column/index without regressing
-- the hot-path insert concurrency.
CREATE FUNCTION job_id_seq_name(p_queue text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT 'bullmq_jid_' || md5(p_queue)
$$;

CREATE FUNCTION next_job_id(p_queue text) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_seq text := job_id_seq_name(p_queue);
BEGIN
  -- Fast path once the sequence exists: a cached catalog lookup + a lock-free
  -- \`nextval\`. Only the first add(s) for a queue take the creation path; the
  -- advisory lock serializes those racing first-adds so exactly one issues the
  -- DDL (and it is released the moment that add commits).
  IF to_regclass(v_seq) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('bullmq:jidseq:' || p_queue));
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', v_seq);
  END IF;
  RETURN nextval(v_seq::regclass)::text;
END;
$$;

-- ── Recreate add_job to run the deduplication decision before inserting.
CREATE OR REPLACE FUNCTION add_job(
  p_queue        text,
  p_id           text,
  p_name         text,
  p_data         jsonb,
  p_opts         jsonb,
  p_priority     integer,
  p_delay        bigint,
  p_timestamp    bigint,
  p_max_attempts integer,
  p_parent_queue text,
  p_parent_id    text,
  p_parent_key   text,
  p_dedup_id     text,
  p_scheduler_id text,
  p_lifo         boolean
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id    text := p_id;
  v_seq   bigint;
  v_state job_state;
  v_process_at bigint;
  v_inserted boolean;
  v_dedup    jsonb;
  v_existing text;
BEGIN
  -- Serialize all dedup operations for this id (mirrors Redis's single-threaded
  -- atomicity: two READ COMMITTED adds could otherwise both read "no live key"
  -- and both insert). Acquired FIRST — before the id-counter INCR below — so the
  -- add and finish paths always take the locks in the same order (advisory then
  -- the id-counter row), which rules out a deadlock with requeue's own INCR.
  -- Transaction-scoped: released when this add commits.
  IF p_dedup_id IS NOT NULL AND p_dedup_id <> '' THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:dedup:' || p_queue || ':' || p_dedup_id));
  END IF;

  IF v_id IS NULL OR v_id = '' THEN
    v_id := next_job_id(p_queue);
  END IF;

  -- Deduplication: if a live key wins, skip the insert and return its id.
  IF p_dedup_id IS NOT NULL AND p_dedup_id <> '' THEN
    v_dedup := COALESCE(p_opts->'deduplication', p_opts->'debounce',
                        jsonb_build_object('id', p_dedup_id));
    v_existing := deduplicate_job(p_queue, v_dedup, v_id, p_timestamp,
      p_name, COALESCE(p_data, '{}'::jsonb), COALESCE(p_opts, '{}'::jsonb));
    IF v_existing IS NOT NULL THEN
      RETURN v_existing;
    END IF;
  END IF;

  -- Verify the parent exists before inserting (atomic: a failure rolls back).
  IF p_parent_id IS NOT NULL AND p_parent_queue IS NOT NULL THEN
    IF NOT EXISTS (
      SELECT 1 FROM job WHERE queue = p_parent_queue AND id = p_parent_id
    ) THEN
      RAISE EXCEPTION 'bullmq: missing parent %', p_parent_key
        USING ERRCODE = 'BM001', DETAIL = '-5';
    END IF;
  END IF;

  v_seq := nextval('job_seq');
  IF p_lifo THEN
    v_seq := -v_seq;
  END IF;

  IF p_delay > 0 THEN
    v_state := 'delayed';
    v_process_at := p_timestamp + p_delay;
  ELSE
    v_state := 'waiting';
    v_process_at := NULL;
  END IF;

  INSERT INTO job (
    queue, id, seq, name, state,
    data, opts, priority, delay_ms, max_attempts,
    added_at_ms, process_at_ms,
    dedup_id, scheduler_id,
    parent_queue, parent_id, parent_key
  ) VALUES (
    p_queue, v_id, v_seq, p_name, v_state,
    COALESCE(p_data, '{}'::jsonb), COALESCE(p_opts, '{}'::jsonb),
    COALESCE(p_priority, 0), COALESCE(p_delay, 0), COALESCE(p_max_attempts, 1),
    p_timestamp, v_process_at,
    p_dedup_id, p_scheduler_id,
    p_parent_queue, p_parent_id, p_parent_key
  )
  ON CONFLICT (queue, id) DO NOTHING;

  GET DIAGNOSTICS v_inserted = ROW_COUNT;

  IF v_inserted AND p_parent_id IS NOT NULL AND p_parent_queue IS NOT NULL THEN
    INSERT INTO job_dependency (
      parent_queue, parent_id, child_queue, child_id, child_key, status
    ) VALUES (
      p_parent_queue, p_parent_id, p_queue, v_id,
      p_queue || ':' || v_id, 'pending'
    )
    ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;

    UPDATE job
       SET pending_deps = pending_deps + 1
     WHERE queue = p_parent_queue AND id = p_parent_id;
  END IF;

  -- The job already existed: re-attach it to the new parent (or, with no
  -- parent, just announce the duplicate). -7 = it already has a different one.
  IF NOT v_inserted THEN
    IF handle_duplicated_job(p_queue, v_id, p_parent_queue,
         p_parent_id, p_parent_key, p_timestamp) = -7 THEN
      RAISE EXCEPTION 'bullmq: parent cannot be replaced'
        USING ERRCODE = 'BM001', DETAIL = '-7';
    END IF;
  END IF;

  IF v_inserted THEN
    PERFORM pg_notify('bullmq_jobs', p_queue);
    -- Every stored job announces itself (mirrors storeJob.lua's 'added').
    PERFORM publish_event(p_queue, 'added',
      jsonb_build_object('jobId', v_id, 'name', p_name));
    IF v_state = 'delayed' THEN
      PERFORM publish_event(p_queue, 'delayed',
        jsonb_build_object('jobId', v_id, 'delay', v_process_at));
    ELSE
      PERFORM publish_event(p_queue, 'waiting',
        jsonb_build_object('jobId', v_id));
    END IF;
  END IF;

  RETURN v_id;
END;
$$;

-- ── move_to_active with limiter enforcement ────────────────────────────────
-- Adds the limiter: after promoting due delayed jobs, refuse to claim while
-- rate limited (the caller reads the ttl via next_signal), and consume a
-- token when a job is claimed. Otherwise identical to the v23 definition.
CREATE OR REPLACE FUNCTION move_to_active(
  p_queue            text,
  p_token            text,
  p_lock_ms          bigint,
  p_now              bigint,
  p_name             text,
  p_limiter_max      integer,
  p_limiter_duration bigint
) RETURNS SETOF job
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id       text;
  v_job      job;
  v_meta_max integer;
  v_max      integer;
  v_duration bigint;
  v_concurrency integer;
BEGIN
  -- Promote due delayed jobs first, regardless of pause. Redis promotes delayed
  -- jobs via a delay timer that routes through getTargetQueueList, so while the
  -- queue is paused they land in the paused list and still surface (counted as
  -- paused) even though they are not processed. Running this before the pause
  -- early-return reproduces that: the jobs become 'waiting' (reported as paused)
  -- but the claim/activate below is skipped.
  FOR v_id IN
    WITH promoted AS (
      UPDATE job
         SET state = 'waiting', delay_ms = 0
       WHERE queue = p_queue
         AND state = 'delayed'
         AND process_at_ms <= p_now
      RETURNING id
    )
    SELECT id FROM promoted
  LOOP
    PERFORM publish_event(p_queue, 'waiting',
      jsonb_build_object('jobId', v_id, 'prev', 'delayed'));
  END LOOP;

  IF EXISTS (
    SELECT 1 FROM meta
     WHERE queue = p_queue AND field = 'paused' AND value = '1'
  ) THEN
    RETURN;
  END IF;

  -- Global concurrency: never run more than meta.concurrency jobs active at
  -- once (mirrors isQueueMaxed). Serialized per queue with a transaction-scoped
  -- advisory lock so concurrent workers cannot all pass the check and overshoot;
  -- it releases at commit, once this claim is reflected in the active count.
  SELECT value::integer INTO v_concurrency
    FROM meta WHERE queue = p_queue AND field = 'concurrency';
  IF v_concurrency IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('bullmq:concurrency:' || p_queue));
    IF (
      SELECT count(*) FROM job
       WHERE queue = p_queue AND state = 'active'
    ) >= v_concurrency THEN
      RETURN;
    END IF;
  END IF;

  -- Rate limit: meta \`max\` wins, else the worker's \`limiter.max\`.
  SELECT value::integer INTO v_meta_max
    FROM meta WHERE queue = p_queue AND field = 'max';
  v_max := COALESCE(v_meta_max, p_limiter_max);

  IF v_max IS NOT NULL THEN
    -- Redis evaluates moveToActive atomically on a single-threaded server, so a
    -- worker's limiter check and its token consumption can never interleave with
    -- another worker's. Postgres runs each worker's call under its own snapshot,
    -- so without serialization several concurrent workers could all read
    -- counter < max, each claim a (distinct) job, and each consume a token —
    -- overshooting the limit. A transaction-scoped advisory lock serializes the
    -- check-and-consume per queue exactly like Redis; under READ COMMITTED the
    -- effective check below then runs on a fresh snapshot that sees the token a
    -- preceding worker just committed. The lock auto-releases at statement end
    -- (this function is always called standalone) and is only taken when a
    -- limiter actually applies, so unlimited queues pay nothing.
    PERFORM pg_advisory_xact_lock(hashtext('bullmq:limiter:' || p_queue));
    IF rate_limit_effective(p_queue, p_limiter_max, p_now) > 0 THEN
      RETURN;
    END IF;
  END IF;

  SELECT id INTO v_id
    FROM job
   WHERE queue = p_queue AND state = 'waiting'
   ORDER BY priority, seq
   FOR UPDATE SKIP LOCKED
   LIMIT 1;

  IF v_id IS NULL THEN
    RETURN;
  END IF;

  -- Consume a token now that a job is actually being claimed. Duration: the
  -- worker's \`limiter.duration\` wins, else meta \`duration\`.
  IF v_max IS NOT NULL THEN
    SELECT value::bigint INTO v_duration
      FROM meta WHERE queue = p_queue AND field = 'duration';
    v_duration := COALESCE(p_limiter_duration, v_duration);
    IF v_duration IS NOT NULL THEN
      PERFORM rate_limit_consume(p_queue, v_duration, p_now);
    END IF;
  END IF;

  UPDATE job
     SET state = 'active',
         lock_token = p_token,
         locked_until_ms = p_now + p_lock_ms,
         processed_at_ms = p_now,
         processed_by = p_name,
         attempts_started = attempts_started + 1
   WHERE queue = p_queue AND id = v_id
  RETURNING * INTO v_job;

  PERFORM publish_event(p_queue, 'active',
    jsonb_build_object('jobId', v_id, 'prev', 'waiting'));

  RETURN NEXT v_job;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- next_delay: the timestamp of the next delayed job (for worker block timing),
-- or NULL when there are none.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION next_delay(p_queue text) RETURNS bigint
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
  SELECT MIN(process_at_ms)
    FROM job
   WHERE queue = p_queue AND state = 'delayed';
$$;

CREATE OR REPLACE FUNCTION move_to_completed(
  p_queue        text,
  p_id           text,
  p_token        text,
  p_return_value jsonb,
  p_finished_on  bigint,
  p_remove_all   boolean,
  p_keep_age     bigint,
  p_keep_count   integer
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state    job_state;
  v_lock     text;
  v_pq       text;
  v_pid      text;
  v_dedup_id text;
  v_remaining integer;
BEGIN
  -- If this job is a flow child, its parent may be removed concurrently
  -- (\`removeOnFail\`/\`removeOnComplete\`), which — via the \`ON DELETE CASCADE\`
  -- FKs — deletes this job's row and its dependency row while we lock those same
  -- rows below (in the opposite order), deadlocking (SQLSTATE 40P01). Read the
  -- parent first (unlocked, just for the key) and take the per-parent advisory
  -- lock BEFORE any row lock, so a concurrent parent removal and this finish op
  -- serialize. Mirrors Redis's single-threaded atomicity; auto-releases at
  -- commit and is only ever taken on the direct parent (never nested).
  SELECT parent_queue, parent_id INTO v_pq, v_pid
    FROM job WHERE queue = p_queue AND id = p_id;
  IF v_pq IS NOT NULL AND v_pid IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:parent:' || v_pq || ':' || v_pid));
  END IF;

  SELECT state, lock_token, parent_queue, parent_id, dedup_id
    INTO v_state, v_lock, v_pq, v_pid, v_dedup_id
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  -- A parent cannot complete while it still has unresolved children: pending
  -- children → -4, failed children → -9 (mirrors moveToFinished-14.lua, which
  -- only enforces this on the "completed" path).
  IF EXISTS (
    SELECT 1 FROM job_dependency
     WHERE parent_queue = p_queue AND parent_id = p_id AND status = 'pending'
  ) THEN
    RAISE EXCEPTION 'bullmq: job % has pending dependencies', p_id
      USING ERRCODE = 'BM001', DETAIL = '-4';
  END IF;
  IF EXISTS (
    SELECT 1 FROM job_dependency
     WHERE parent_queue = p_queue AND parent_id = p_id AND status = 'failed'
  ) THEN
    RAISE EXCEPTION 'bullmq: job % has failed dependencies', p_id
      USING ERRCODE = 'BM001', DETAIL = '-9';
  END IF;

  UPDATE job
     SET state = 'completed',
         return_value = p_return_value,
         finished_at_ms = p_finished_on,
         lock_token = NULL,
         locked_until_ms = NULL,
         attempts_made = attempts_made + 1
   WHERE queue = p_queue AND id = p_id;

  PERFORM publish_event(p_queue, 'completed',
    jsonb_build_object('jobId', p_id, 'returnvalue',
      COALESCE(p_return_value, 'null'::jsonb)::text, 'prev', 'active'));

  -- Release the parent: mark this child's dependency processed and, if the
  -- parent has no pending deps left and is waiting on children, requeue it.
  -- The per-parent advisory lock taken at the top of this function serializes
  -- these mutations with any sibling finish op and with a concurrent parent
  -- removal, so the decrement cannot deadlock on the parent row.
  IF v_pid IS NOT NULL AND v_pq IS NOT NULL THEN
    UPDATE job_dependency
       SET status = 'processed', value = p_return_value
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = p_queue || ':' || p_id;

    UPDATE job
       SET pending_deps = GREATEST(pending_deps - 1, 0)
     WHERE queue = v_pq AND id = v_pid
    RETURNING pending_deps INTO v_remaining;

    IF v_remaining = 0 THEN
      -- Release the parent (delay-aware: a parent carrying a delay goes to the
      -- delayed set, a prioritized parent keeps its priority).
      PERFORM move_parent_to_wait(v_pq, v_pid, p_finished_on);
    END IF;
  END IF;

  PERFORM apply_retention(
    p_queue, p_id, 'completed', p_finished_on, p_remove_all, p_keep_age, p_keep_count
  );

  -- Serialize dedup key mutations with concurrent adds for the same id (taken
  -- before requeue's id-counter INCR, matching add_job's advisory→meta order).
  IF v_dedup_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:dedup:' || p_queue || ':' || v_dedup_id));
  END IF;
  -- Clear a no-ttl deduplication key now that its winner has finished.
  PERFORM dedup_finalize(p_queue, v_dedup_id, p_id, p_finished_on);
  -- keepLastIfActive: turn any stashed proto-next into the new winner job.
  PERFORM requeue_dedup_next(p_queue, v_dedup_id, p_finished_on);

  -- run, announce the queue is drained. Redis checks the physical wait + active
  -- + prioritized lists; when paused, jobs live in the paused list, so the wait
  -- list is empty and 'drained' still fires. Here that is: no active jobs and
  -- (the queue is paused OR there are no waiting/prioritized jobs).
  IF NOT EXISTS (
       SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
     )
     AND (
       EXISTS (
         SELECT 1 FROM meta
          WHERE queue = p_queue AND field = 'paused' AND value = '1'
       )
       OR NOT EXISTS (
         SELECT 1 FROM job WHERE queue = p_queue AND state = 'waiting'
       )
     ) THEN
    PERFORM publish_event(p_queue, 'drained', '{}'::jsonb);
  END IF;

  RETURN p_finished_on;
END;
$$;

-- BullMQ PostgreSQL backend — retries-exhausted event (schema version 17).
--
-- A permanent failure (no retries left) emits a 'retries-exhausted' event in
-- addition to 'failed'. Recreate move_to_failed (from 0010) to publish it.
CREATE OR REPLACE FUNCTION move_to_failed(
  p_queue         text,
  p_id            text,
  p_token         text,
  p_failed_reason text,
  p_stacktrace    jsonb,
  p_finished_on   bigint,
  p_remove_all    boolean,
  p_keep_age      bigint,
  p_keep_count    integer
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state    job_state;
  v_lock     text;
  v_dedup_id text;
  v_attempts integer;
BEGIN
  -- If this job is itself a flow parent, \`removeOnFail\` (apply_retention
  -- below) DELETEs it and, via the \`job_dependency … ON DELETE CASCADE\`
  -- FK, its child-dependency rows. A child finishing concurrently locks that
  -- same dependency row and then this job's row — the opposite order — which
  -- deadlocks (SQLSTATE 40P01). Take the per-parent advisory lock (keyed on this
  -- job, the same key a child's finish op uses for its parent) BEFORE the row
  -- lock below, so the two serialize instead of racing. Mirrors Redis's
  -- single-threaded atomicity; auto-releases at commit.
  PERFORM pg_advisory_xact_lock(
    hashtext('bullmq:parent:' || p_queue || ':' || p_id));

  SELECT state, lock_token, dedup_id INTO v_state, v_lock, v_dedup_id
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  UPDATE job
     SET state = 'failed',
         failed_reason = p_failed_reason,
         stacktrace = COALESCE(p_stacktrace, stacktrace),
         finished_at_ms = p_finished_on,
         lock_token = NULL,
         locked_until_ms = NULL,
         deferred_failure = NULL,
         attempts_made = attempts_made + 1
   WHERE queue = p_queue AND id = p_id
  RETURNING attempts_made INTO v_attempts;

  PERFORM publish_event(p_queue, 'failed',
    jsonb_build_object('jobId', p_id, 'failedReason', p_failed_reason, 'prev', 'active'));

  -- A final failure (reached this function rather than retry/delay) exhausts
  -- the job's attempts.
  PERFORM publish_event(p_queue, 'retries-exhausted',
    jsonb_build_object('jobId', p_id, 'attemptsMade', v_attempts));

  -- Propagate the permanent failure to a parent flow job (fpof/cpof/idof/rdof).
  PERFORM handle_child_failure(p_queue, p_id, p_failed_reason, p_finished_on);

  PERFORM apply_retention(
    p_queue, p_id, 'failed', p_finished_on, p_remove_all, p_keep_age, p_keep_count
  );

  -- Serialize dedup key mutations with concurrent adds for the same id (taken
  -- before requeue's id-counter INCR, matching add_job's advisory→meta order).
  IF v_dedup_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:dedup:' || p_queue || ':' || v_dedup_id));
  END IF;
  -- Clear a no-ttl deduplication key now that its winner has finished.
  PERFORM dedup_finalize(p_queue, v_dedup_id, p_id, p_finished_on);
  -- keepLastIfActive: turn any stashed proto-next into the new winner job.
  PERFORM requeue_dedup_next(p_queue, v_dedup_id, p_finished_on);

  -- finishes and nothing is left to run (no active and either paused or no
  -- waiting/prioritized jobs — see move_to_completed).
  IF NOT EXISTS (
       SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
     )
     AND (
       EXISTS (
         SELECT 1 FROM meta
          WHERE queue = p_queue AND field = 'paused' AND value = '1'
       )
       OR NOT EXISTS (
         SELECT 1 FROM job WHERE queue = p_queue AND state = 'waiting'
       )
     ) THEN
    PERFORM publish_event(p_queue, 'drained', '{}'::jsonb);
  END IF;

  RETURN p_finished_on;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- extend_lock: refresh an active job's lock if the token still holds it.
-- Returns 1 on success, 0 if the lock was lost.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION extend_lock(
  p_queue    text,
  p_id       text,
  p_token    text,
  p_lock_ms  bigint,
  p_now      bigint
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_updated integer;
BEGIN
  UPDATE job
     SET locked_until_ms = p_now + p_lock_ms
   WHERE queue = p_queue
     AND id = p_id
     AND state = 'active'
     AND lock_token = p_token;

  GET DIAGNOSTICS v_updated = ROW_COUNT;
  RETURN v_updated;
END;
$$;

CREATE OR REPLACE FUNCTION move_to_delayed(
  p_queue         text,
  p_id            text,
  p_token         text,
  p_process_at    bigint,
  p_delay         bigint,
  p_skip_attempt  boolean,
  p_failed_reason text,
  p_stacktrace    jsonb
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
  v_lock  text;
BEGIN
  SELECT state, lock_token INTO v_state, v_lock
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  UPDATE job
     SET state = 'delayed',
         process_at_ms = p_process_at,
         delay_ms = p_delay,
         failed_reason = COALESCE(p_failed_reason, failed_reason),
         stacktrace = COALESCE(p_stacktrace, stacktrace),
         lock_token = NULL,
         locked_until_ms = NULL,
         attempts_made = attempts_made + (CASE WHEN p_skip_attempt THEN 0 ELSE 1 END)
   WHERE queue = p_queue AND id = p_id;

  -- Announce the delay on the event stream (mirrors moveToDelayed's XADD
  -- 'delayed'); QueueEvents consumers rely on this. \`delay\` carries the
  -- absolute timestamp the job becomes due, matching the Redis payload.
  PERFORM publish_event(p_queue, 'delayed',
    jsonb_build_object('jobId', p_id, 'delay', p_process_at));
  PERFORM pg_notify('bullmq_jobs', p_queue);
  RETURN 1;
END;
$$;

-- BullMQ PostgreSQL backend — retry waiting-event prev fix (schema version 18).
--
-- An immediately-retried job transitions active → waiting, so the 'waiting'
-- event's \`prev\` is 'active' (not 'failed'). Recreate retry_job accordingly.
CREATE OR REPLACE FUNCTION retry_job(
  p_queue         text,
  p_id            text,
  p_token         text,
  p_lifo          boolean,
  p_failed_reason text,
  p_stacktrace    jsonb
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
  v_lock  text;
  v_seq   bigint;
BEGIN
  SELECT state, lock_token INTO v_state, v_lock
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  v_seq := nextval('job_seq');
  IF p_lifo THEN
    v_seq := -v_seq;
  END IF;

  UPDATE job
     SET state = 'waiting',
         seq = v_seq,
         process_at_ms = NULL,
         failed_reason = COALESCE(p_failed_reason, failed_reason),
         stacktrace = COALESCE(p_stacktrace, stacktrace),
         lock_token = NULL,
         locked_until_ms = NULL,
         attempts_made = attempts_made + 1
   WHERE queue = p_queue AND id = p_id;

  PERFORM pg_notify('bullmq_jobs', p_queue);
  PERFORM publish_event(p_queue, 'waiting',
    jsonb_build_object('jobId', p_id, 'prev', 'active'));
  RETURN 1;
END;
$$;

-- BullMQ PostgreSQL backend — retention age boundary fix (schema version 14).
--
-- Age-based retention keeps jobs finished *within* the last \`keep_age\` seconds:
-- a job exactly on the boundary (finished_at = now - age*1000) is removed, so
-- the comparison is \`<=\`, not \`<\` (matches Redis: keep jobs with score above
-- the cutoff). Otherwise an N-second window keeps N+1 jobs.
CREATE OR REPLACE FUNCTION apply_retention(
  p_queue       text,
  p_id          text,
  p_state       job_state,
  p_now         bigint,
  p_remove_all  boolean,
  p_keep_age    bigint,
  p_keep_count  integer
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_pq        text;
  v_pid       text;
  v_remaining integer;
BEGIN
  IF p_remove_all THEN
    -- If this job is a still-pending child (e.g. a default-failed child with
    -- removeOnFail), detach it and release its parent when it was the last
    -- pending dependency (mirrors removeParentDependencyKey on removal). A
    -- processed/failed dependency is left untouched so the parent keeps it.
    SELECT parent_queue, parent_id INTO v_pq, v_pid
      FROM job WHERE queue = p_queue AND id = p_id;
    IF v_pq IS NOT NULL AND v_pid IS NOT NULL THEN
      DELETE FROM job_dependency
       WHERE parent_queue = v_pq AND parent_id = v_pid
         AND child_key = p_queue || ':' || p_id
         AND status = 'pending';
      IF FOUND THEN
        UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
         WHERE queue = v_pq AND id = v_pid
        RETURNING pending_deps INTO v_remaining;
        IF v_remaining = 0 THEN
          PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
        END IF;
      END IF;
    END IF;

    DELETE FROM job WHERE queue = p_queue AND id = p_id;
    RETURN;
  END IF;

  IF p_keep_age IS NOT NULL AND p_keep_age >= 0 THEN
    DELETE FROM job
     WHERE queue = p_queue
       AND state = p_state
       AND finished_at_ms <= p_now - p_keep_age * 1000;
  END IF;

  -- A negative keep-count is the "keep everything" sentinel (mirrors Redis,
  -- where -1 disables count-based trimming); skip it — a negative SQL LIMIT is
  -- a hard error.
  IF p_keep_count IS NOT NULL AND p_keep_count >= 0 THEN
    DELETE FROM job
     WHERE queue = p_queue
       AND state = p_state
       AND id NOT IN (
         SELECT id FROM job
          WHERE queue = p_queue AND state = p_state
          ORDER BY finished_at_ms DESC, seq DESC
          LIMIT p_keep_count
       );
  END IF;
END;
$$;

-- BullMQ PostgreSQL backend — event stream (schema version 6).
--
-- QueueEvents consumes an append-only event stream. In Redis this is an XADD
-- stream read with a blocking XREAD; here events live in \`event\` (a
-- globally-ordered id per insert) and blocking reads use LISTEN/NOTIFY on the
-- shared \`bullmq_events\` channel. This migration adds the publish helper and
-- weaves event emission into the lifecycle operations.

-- ──────────────────────────────────────────────────────────────────────────
-- publish_event: append an event to the stream, notify consumers, and trim the
-- stream to the queue's configured max length (\`opts.maxLenEvents\`, default
-- 10000). Returns the new event id.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION publish_event(
  p_queue text,
  p_event text,
  p_data  jsonb
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id      bigint;
  v_max     integer;
BEGIN
  INSERT INTO event (queue, event, data, created_at_ms)
  VALUES (
    p_queue, p_event, COALESCE(p_data, '{}'::jsonb),
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  )
  RETURNING id INTO v_id;

  -- Wake event consumers — but coalesce the wakeup under concurrency. Postgres
  -- serializes *every* transaction that issues NOTIFY on a single database-wide
  -- lock at commit (to deliver notifications in commit order), so a NOTIFY on
  -- each of N concurrent workers' commits forces them single-file through that
  -- lock — the dominant processing bottleneck under load (and it caps throughput
  -- across *all* queues and processes, since the lock is global).
  --
  -- A per-queue, transaction-scoped try-lock collapses that: only one committer
  -- per queue actually issues the NOTIFY at a time; concurrent committers skip
  -- it. Skipping is safe because a consumer reads *all* pending events by cursor
  -- on any wake (see readEvents/waitForEvent), and waitForEvent also polls on a
  -- timeout — so a skipped wakeup only defers to the next committer's NOTIFY,
  -- and as concurrency winds down the final committer is uncontended and always
  -- fires. Under low concurrency (e.g. tests) the lock is always free, so every
  -- event notifies exactly as before.
  IF pg_try_advisory_xact_lock(hashtext('bullmq:evnotify:' || p_queue)) THEN
    PERFORM pg_notify('bullmq_events', p_queue);
  END IF;

  SELECT value::integer INTO v_max
    FROM meta
   WHERE queue = p_queue AND field = 'opts.maxLenEvents';
  IF v_max IS NULL THEN
    v_max := 10000;
  END IF;

  -- Trim to (approximately) the most recent \`v_max\` events. \`event.id\`
  -- comes from a monotonic sequence, so the cutoff is simply \`id - v_max\` — an
  -- O(number-of-deleted-rows) DELETE.
  --
  -- Trimming is *chunked*, not per-publish: only every 256th event even attempts
  -- it. Redis's \`XADD MAXLEN ~\` likewise trims a whole macro-node at a time
  -- rather than on every add — trimming eagerly turns a bulk/concurrent insert
  -- into a stream of DELETEs that contend (and previously deadlocked) with the
  -- concurrent INSERTs on \`event\`. At 1/256 the table stays within
  -- \`v_max + 256\`, which is well inside the "approximate" contract. A
  -- non-blocking, per-queue advisory lock further ensures at most one trimmer
  -- per queue at a time; publishers that miss it simply skip (the next one
  -- covers the same rows).
  IF v_max > 0 AND v_id > v_max AND (v_id % 256) = 0 THEN
    IF pg_try_advisory_xact_lock(hashtext('bullmq:evtrim:' || p_queue)) THEN
      DELETE FROM event
       WHERE queue = p_queue AND id <= v_id - v_max;
    END IF;
  END IF;

  RETURN v_id;
END;
$$;

CREATE FUNCTION update_progress(
  p_queue    text,
  p_id       text,
  p_progress jsonb
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_updated integer;
BEGIN
  UPDATE job SET progress = p_progress
   WHERE queue = p_queue AND id = p_id;
  GET DIAGNOSTICS v_updated = ROW_COUNT;

  IF v_updated > 0 THEN
    PERFORM publish_event(p_queue, 'progress',
      jsonb_build_object('jobId', p_id, 'data', p_progress::text));
  END IF;

  RETURN v_updated;
END;
$$;

-- BullMQ PostgreSQL backend — admin operations & getters (schema version 7).
--
-- pause/resume, drain, remove, bulk retry/promote, and the job-id range getter
-- used by getJobs. move_to_active is recreated to honor the paused flag.

-- ──────────────────────────────────────────────────────────────────────────
-- pause: set/clear the queue's paused flag (an O(1) meta flag — no bulk move).
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION pause(p_queue text, p_paused boolean) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF p_paused THEN
    INSERT INTO meta (queue, field, value)
    VALUES (p_queue, 'paused', '1')
    ON CONFLICT (queue, field) DO UPDATE SET value = '1';
  ELSE
    -- Resume mirrors Redis \`HDEL meta paused\`: the field is removed entirely,
    -- so \`isPaused\` (hasQueueMetaField 'paused') reports false rather than
    -- finding a lingering '0'.
    DELETE FROM meta WHERE queue = p_queue AND field = 'paused';

    -- Wake any worker blocked in waitForJob (LISTEN bullmq_jobs): jobs that were
    -- unclaimable only because the queue was paused are now claimable, but no
    -- \`add\` (which would notify) is involved. Without this the worker sleeps
    -- until its drainDelay times out. The Redis backend wakes the blocking
    -- fetch via a marker on resume; this is the LISTEN/NOTIFY analogue.
    PERFORM pg_notify('bullmq_jobs', p_queue);
  END IF;

  PERFORM publish_event(
    p_queue, CASE WHEN p_paused THEN 'paused' ELSE 'resumed' END, '{}'::jsonb
  );
END;
$$;

-- drain: never remove scheduler jobs.
CREATE OR REPLACE FUNCTION drain(p_queue text, p_delayed boolean)
RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_pq  text[];
  v_pid text[];
  i     integer;
BEGIN
  SELECT array_agg(parent_queue), array_agg(parent_id)
    INTO v_pq, v_pid
  FROM (
    SELECT DISTINCT parent_queue, parent_id
      FROM job
     WHERE queue = p_queue
       AND parent_id IS NOT NULL
       AND scheduler_id IS NULL
       AND (state = 'waiting' OR (p_delayed AND state = 'delayed'))
  ) s;

  DELETE FROM job_dependency d
   USING job j
   WHERE j.queue = p_queue
     AND (j.state = 'waiting' OR (p_delayed AND j.state = 'delayed'))
     AND j.parent_id IS NOT NULL
     AND j.scheduler_id IS NULL
     AND d.parent_queue = j.parent_queue
     AND d.parent_id = j.parent_id
     AND d.child_queue = j.queue
     AND d.child_id = j.id;

  DELETE FROM job
   WHERE queue = p_queue
     AND scheduler_id IS NULL
     AND (state = 'waiting' OR (p_delayed AND state = 'delayed'));

  IF v_pq IS NOT NULL THEN
    FOR i IN 1 .. array_length(v_pq, 1) LOOP
      UPDATE job p
         SET pending_deps = (
           SELECT count(*) FROM job_dependency d
            WHERE d.parent_queue = v_pq[i]
              AND d.parent_id = v_pid[i]
              AND d.status = 'pending'
         )
       WHERE p.queue = v_pq[i] AND p.id = v_pid[i];

      PERFORM 1 FROM job p
       WHERE p.queue = v_pq[i] AND p.id = v_pid[i]
         AND p.state = 'waiting-children'
         AND p.pending_deps = 0;

      IF FOUND THEN
        IF v_pq[i] = p_queue THEN
          DELETE FROM job WHERE queue = v_pq[i] AND id = v_pid[i];
        ELSE
          UPDATE job
             SET state = 'waiting', seq = nextval('job_seq')
           WHERE queue = v_pq[i] AND id = v_pid[i];
          PERFORM pg_notify('bullmq_jobs', v_pq[i]);
          PERFORM publish_event(v_pq[i], 'waiting',
            jsonb_build_object('jobId', v_pid[i], 'prev', 'waiting-children'));
        END IF;
      END IF;
    END LOOP;
  END IF;
END;
$$;

-- BullMQ PostgreSQL backend — job-scheduler protection (schema v22).
--
-- Jobs produced by a job scheduler (those with a non-NULL \`scheduler_id\`) must
-- not be removed directly, nor swept away by \`drain\`/\`clean\`; only the
-- scheduler itself (or its removal) may delete them. This mirrors the Redis
-- behaviour where \`removeJob\` refuses scheduler jobs and \`drain\`/\`clean\` skip
-- them.

-- remove: remove a job (and, when requested, its whole flow subtree). Mirrors
-- removeJob-2.lua + removeJobWithChildren:
--   * refuses scheduler jobs (ErrorCode -8);
--   * returns 0 (removes nothing) when the job — or, with removeChildren, any of
--     its still-pending descendants — is locked by a worker; the caller turns
--     this into the "locked by another worker" error;
--   * detaches the removed root from its parent's dependency set and promotes
--     the parent to wait when that clears its last pending dependency;
--   * recursively deletes the subtree (children linked via parent_queue/
--     parent_id) and clears each removed job's deduplication key.
CREATE OR REPLACE FUNCTION remove(
  p_queue text, p_id text, p_remove_children boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_found     boolean := false;
  v_scheduler text;
  v_pq        text;
  v_pid       text;
  v_locked    boolean;
  v_remaining integer;
  v_deleted   integer := 0;
  v_now       bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  r           RECORD;
BEGIN
  SELECT true, scheduler_id, parent_queue, parent_id
    INTO v_found, v_scheduler, v_pq, v_pid
    FROM job WHERE queue = p_queue AND id = p_id;

  IF NOT COALESCE(v_found, false) THEN
    RETURN 0;
  END IF;

  IF v_scheduler IS NOT NULL THEN
    RAISE EXCEPTION 'job belongs to a scheduler'
      USING ERRCODE = 'BM001', DETAIL = '-8';
  END IF;

  -- Lock check. A job cannot be removed while it is locked; with removeChildren
  -- the check recurses through still-pending descendants (mirrors isLocked()).
  IF p_remove_children THEN
    WITH RECURSIVE subtree AS (
      SELECT p_queue AS q, p_id AS id
      UNION
      SELECT d.child_queue, d.child_id
        FROM subtree s
        JOIN job_dependency d
          ON d.parent_queue = s.q AND d.parent_id = s.id
         AND d.status = 'pending'
    )
    SELECT EXISTS (
      SELECT 1 FROM subtree s
       JOIN job j ON j.queue = s.q AND j.id = s.id
      WHERE j.lock_token IS NOT NULL AND j.locked_until_ms > v_now
    ) INTO v_locked;
  ELSE
    SELECT lock_token IS NOT NULL AND locked_until_ms > v_now INTO v_locked
      FROM job WHERE queue = p_queue AND id = p_id;
  END IF;

  IF v_locked THEN
    RETURN 0;
  END IF;

  -- Detach the removed root from its parent's pending dependency set; if that
  -- clears the parent's last pending dependency, promote it to wait. Only
  -- pending links matter (a processed/failed child was already accounted for).
  IF v_pq IS NOT NULL AND v_pid IS NOT NULL THEN
    DELETE FROM job_dependency
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = p_queue || ':' || p_id
       AND status = 'pending';
    IF FOUND THEN
      UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
       WHERE queue = v_pq AND id = v_pid
      RETURNING pending_deps INTO v_remaining;
      IF v_remaining = 0 THEN
        PERFORM move_parent_to_wait(v_pq, v_pid, v_now);
      END IF;
    END IF;
  END IF;

  IF p_remove_children THEN
    -- Delete the whole subtree (root + descendants via parent_queue/parent_id).
    FOR r IN
      WITH RECURSIVE subtree AS (
        SELECT p_queue AS q, p_id AS id, dedup_id AS dd
          FROM job WHERE queue = p_queue AND id = p_id
        UNION
        SELECT j.queue, j.id, j.dedup_id
          FROM subtree s
          JOIN job j ON j.parent_queue = s.q AND j.parent_id = s.id
      )
      SELECT q, id, dd FROM subtree
    LOOP
      PERFORM dedup_on_removal(r.q, r.id, r.dd);
      DELETE FROM job WHERE queue = r.q AND id = r.id;
      v_deleted := v_deleted + 1;
    END LOOP;
  ELSE
    PERFORM dedup_on_removal(
      p_queue, p_id,
      (SELECT dedup_id FROM job WHERE queue = p_queue AND id = p_id));
    DELETE FROM job WHERE queue = p_queue AND id = p_id;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
  END IF;

  RETURN v_deleted;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- retry_jobs: move up to \`count\` finished jobs of a state back to waiting.
-- Returns the number moved (the caller loops until it returns 0).
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION retry_jobs(
  p_queue text, p_state text, p_count integer, p_timestamp bigint
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_moved integer;
BEGIN
  WITH batch AS (
    SELECT id FROM job
     WHERE queue = p_queue
       AND state = p_state::job_state
       AND (p_timestamp IS NULL OR finished_at_ms <= p_timestamp)
     ORDER BY finished_at_ms
     LIMIT p_count
  )
  UPDATE job j
     SET state = 'waiting',
         seq = nextval('job_seq'),
         finished_at_ms = NULL,
         processed_at_ms = NULL,
         return_value = NULL,
         failed_reason = NULL,
         stacktrace = NULL,
         attempts_made = 0,
         attempts_started = 0,
         lock_token = NULL,
         locked_until_ms = NULL
    FROM batch
   WHERE j.queue = p_queue AND j.id = batch.id;

  GET DIAGNOSTICS v_moved = ROW_COUNT;
  IF v_moved > 0 THEN
    PERFORM pg_notify('bullmq_jobs', p_queue);
  END IF;
  RETURN v_moved;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- promote_jobs: move up to \`count\` delayed jobs to waiting (process now).
-- Returns the number moved (the caller loops until it returns 0).
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION promote_jobs(p_queue text, p_count integer)
RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_moved integer;
BEGIN
  WITH batch AS (
    SELECT id FROM job
     WHERE queue = p_queue AND state = 'delayed'
     ORDER BY process_at_ms
     LIMIT p_count
  )
  UPDATE job j
     SET state = 'waiting', process_at_ms = NULL, seq = nextval('job_seq')
    FROM batch
   WHERE j.queue = p_queue AND j.id = batch.id;

  GET DIAGNOSTICS v_moved = ROW_COUNT;
  IF v_moved > 0 THEN
    PERFORM pg_notify('bullmq_jobs', p_queue);
  END IF;
  RETURN v_moved;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- get_range: the job ids in a given state, sliced by [start, end] (inclusive,
-- zero-based). List-like states (wait/active/waiting-children) are returned in
-- ascending seq order (the getter layer reverses them for \`asc\`); zset-like
-- states honour the requested direction.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION get_range(
  p_queue text, p_type text, p_start integer, p_end integer, p_asc boolean
) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_where  text;
  v_order  text;
  v_dir    text := CASE WHEN p_asc THEN 'ASC' ELSE 'DESC' END;
  v_offset integer := GREATEST(COALESCE(p_start, 0), 0);
  v_limit  text;
BEGIN
  -- 'wait'/'active' are list-backed in Redis (LPUSH ⇒ newest at head), and the
  -- shared queue-getters layer reverses these \`lrange\` results when asc is
  -- requested. Returning newest-first (DESC) here makes that reversal yield the
  -- FIFO order callers expect (getWaiting/getActive), mirroring Redis LRANGE.
  IF p_type IN ('wait', 'waiting') THEN
    v_where := 'state = ''waiting'' AND priority = 0'; v_order := 'seq'; v_dir := 'DESC';
  ELSIF p_type = 'prioritized' THEN
    v_where := 'state = ''waiting'' AND priority > 0'; v_order := 'priority, seq';
  ELSIF p_type = 'active' THEN
    v_where := 'state = ''active'''; v_order := 'seq'; v_dir := 'DESC';
  ELSIF p_type = 'delayed' THEN
    v_where := 'state = ''delayed'''; v_order := 'process_at_ms';
  ELSIF p_type IN ('completed', 'failed') THEN
    v_where := format('state = %L', p_type); v_order := 'finished_at_ms';
  ELSIF p_type = 'waiting-children' THEN
    v_where := 'state = ''waiting-children'''; v_order := 'seq'; v_dir := 'ASC';
  ELSE
    RETURN; -- paused/repeat/unknown
  END IF;

  IF p_end IS NULL OR p_end < 0 THEN
    v_limit := 'ALL';
  ELSE
    IF (p_end - v_offset + 1) <= 0 THEN
      RETURN;
    END IF;
    v_limit := (p_end - v_offset + 1)::text;
  END IF;

  RETURN QUERY EXECUTE format(
    'SELECT id FROM job WHERE queue = %L AND %s ORDER BY %s %s OFFSET %s LIMIT %s',
    p_queue, v_where, v_order, v_dir, v_offset, v_limit
  );
END;
$$;

-- BullMQ PostgreSQL backend — flows (schema version 8).
--
-- \`add_flow\` atomically inserts a whole tree of jobs (possibly spanning
-- multiple queues) from a single JSONB array of entries, ordered roots-first so
-- a parent always exists before its children register a dependency. \`drain\` is
-- recreated to be flow-aware: when draining a queue's children resolves a
-- parent's last pending dependency, the parent is removed (same queue) or moved
-- to wait (different queue), mirroring the Redis \`removeParentDependencyKey\`.

-- ──────────────────────────────────────────────────────────────────────────
-- add_flow: insert an ordered (roots-first) array of flow entries atomically.
-- Returns the resulting job ids in the same order as the input entries.
--
-- Performance: the per-row loop below is what makes flows (parents, dependency
-- links, deduplication, re-parenting) correct, and it already batches the two
-- lifecycle events every insert emits into a single set-based INSERT after the
-- loop (a ~1000-job addBulk drops from ~3000 statement executions to ~1000 job
-- inserts + 1 event insert). That closed most of the gap to Redis on concurrent
-- bulk. Two further, deliberately-deferred iterations could push it further:
--
--   1. A set-based *job* insert for the common flat case (no parent, no dedup):
--      one \`INSERT … SELECT FROM jsonb_array_elements(...)\` with per-row
--      \`nextval\` for the id/seq, collapsing the remaining ~1000 job inserts to
--      one statement. It requires a second code path (gated + falling back to
--      this loop) and careful handling of the return-order contract and
--      \`ON CONFLICT\` on explicit ids — hence deferred until profiling shows the
--      job inserts (not the event stream) dominate.
--   2. An opt-out of the durable event stream (à la Oban's telemetry-only
--      model) for callers that do not use QueueEvents, removing the event
--      insert entirely.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION add_flow(p_entries jsonb) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  e              jsonb;
  v_id           text;
  v_seq          bigint;
  v_state        job_state;
  v_process_at   bigint;
  v_queue        text;
  v_delay        bigint;
  v_timestamp    bigint;
  v_lifo         boolean;
  v_parent_queue text;
  v_parent_id    text;
  v_awc          boolean;
  v_dedup_id     text;
  v_dedup        jsonb;
  v_winner       text;
  v_inserted     boolean;
  v_code         integer;
  -- Lifecycle-event accumulation. Rather than PERFORM publish_event per
  -- job (which turns a 1000-job addBulk into ~2000 extra statement executions —
  -- the dominant cost of a single-connection bulk add), events are collected
  -- here and flushed in ONE set-based INSERT after the loop. Appending to a
  -- plpgsql-local array is amortized O(1) (read-write "expanded array"), so this
  -- stays O(n).
  v_ev_queue     text[]  := '{}';
  v_ev_event     text[]  := '{}';
  v_ev_data      jsonb[] := '{}';
  v_notify_jobs  text[]  := '{}';
  v_max          integer;
BEGIN
  FOR e IN SELECT value FROM jsonb_array_elements(p_entries)
  LOOP
    v_queue        := e ->> 'queue';
    v_id           := COALESCE(e ->> 'id', '');
    v_delay        := COALESCE((e ->> 'delay')::bigint, 0);
    v_timestamp    := COALESCE((e ->> 'timestamp')::bigint, 0);
    v_lifo         := COALESCE((e ->> 'lifo')::boolean, false);
    v_parent_queue := e ->> 'parentQueue';
    v_parent_id    := e ->> 'parentId';
    v_awc          := COALESCE((e ->> 'addToWaitingChildren')::boolean, false);
    v_dedup_id     := e ->> 'dedupId';

    -- Serialize dedup operations for this id (matches add_job and the finish
    -- paths: advisory lock taken before the id-counter INCR below).
    IF v_dedup_id IS NOT NULL AND v_dedup_id <> '' THEN
      PERFORM pg_advisory_xact_lock(
        hashtext('bullmq:dedup:' || v_queue || ':' || v_dedup_id));
    END IF;

    IF v_id IS NULL OR v_id = '' THEN
      v_id := next_job_id(v_queue);
    END IF;

    -- Root deduplication: if a live key already won, return its id and skip
    -- inserting this job (and, because it never exists, its descendants).
    IF v_dedup_id IS NOT NULL AND v_dedup_id <> '' THEN
      v_dedup := COALESCE(e -> 'opts' -> 'deduplication',
                          e -> 'opts' -> 'debounce',
                          jsonb_build_object('id', v_dedup_id));
      v_winner := deduplicate_job(v_queue, v_dedup, v_id, v_timestamp,
        e ->> 'name', COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
        COALESCE(e -> 'opts', '{}'::jsonb));
      IF v_winner IS NOT NULL THEN
        RETURN NEXT v_winner;
        CONTINUE;
      END IF;
    END IF;

    -- An entry whose parent does not exist (a child of a deduplicated root, or
    -- a genuinely missing parent) is not inserted; report -5 as addJob does,
    -- without aborting the rest of the flow.
    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM job
          WHERE queue = v_parent_queue AND id = v_parent_id
       ) THEN
      RETURN NEXT '-5';
      CONTINUE;
    END IF;

    v_seq := nextval('job_seq');
    IF v_lifo THEN
      v_seq := -v_seq;
    END IF;

    IF v_awc THEN
      v_state := 'waiting-children';
      v_process_at := NULL;
    ELSIF v_delay > 0 THEN
      v_state := 'delayed';
      v_process_at := v_timestamp + v_delay;
    ELSE
      v_state := 'waiting';
      v_process_at := NULL;
    END IF;

    INSERT INTO job (
      queue, id, seq, name, state,
      data, opts, priority, delay_ms, max_attempts,
      added_at_ms, process_at_ms,
      dedup_id, scheduler_id,
      parent_queue, parent_id, parent_key, pending_deps
    ) VALUES (
      v_queue, v_id, v_seq, e ->> 'name', v_state,
      COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
      COALESCE(e -> 'opts', '{}'::jsonb),
      COALESCE((e ->> 'priority')::integer, 0), v_delay,
      COALESCE((e ->> 'attempts')::integer, 1),
      v_timestamp, v_process_at,
      e ->> 'dedupId', e ->> 'schedulerId',
      v_parent_queue, v_parent_id, e ->> 'parentKey', 0
    )
    ON CONFLICT (queue, id) DO NOTHING;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;

    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL THEN
      IF v_inserted THEN
        -- New job: register a pending dependency on its parent.
        INSERT INTO job_dependency (
          parent_queue, parent_id, child_queue, child_id, child_key, status
        ) VALUES (
          v_parent_queue, v_parent_id, v_queue, v_id,
          v_queue || ':' || v_id, 'pending'
        )
        ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;

        UPDATE job
           SET pending_deps = pending_deps + 1
         WHERE queue = v_parent_queue AND id = v_parent_id;
      ELSE
        -- The job already existed: re-attach it to this new parent (mirrors
        -- handleDuplicatedJob). -7 means it already has a different parent.
        v_code := handle_duplicated_job(v_queue, v_id,
          v_parent_queue, v_parent_id, e ->> 'parentKey', v_timestamp);
        IF v_code = -7 THEN
          RETURN NEXT '-7';
          CONTINUE;
        END IF;
      END IF;
    END IF;

    -- Accumulate lifecycle events for newly-inserted jobs; they are flushed in
    -- a single set-based INSERT after the loop. Accumulation order (per job:
    -- 'added' then the state event, in job order) is what the flush replays via
    -- WITH ORDINALITY, preserving the stream ordering the per-row publish gave.
    IF v_inserted THEN
      -- Every stored job announces itself (mirrors storeJob.lua's 'added').
      v_ev_queue := array_append(v_ev_queue, v_queue);
      v_ev_event := array_append(v_ev_event, 'added');
      v_ev_data  := array_append(v_ev_data,
        jsonb_build_object('jobId', v_id, 'name', e ->> 'name'));
      IF v_state = 'waiting' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'waiting');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'delayed' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'delayed');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id, 'delay', v_process_at));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'waiting-children' THEN
        v_ev_queue := array_append(v_ev_queue, v_queue);
        v_ev_event := array_append(v_ev_event, 'waiting-children');
        v_ev_data  := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
      END IF;
    END IF;

    RETURN NEXT v_id;
  END LOOP;

  -- ── Flush accumulated lifecycle events in one statement ──────────────────
  IF array_length(v_ev_queue, 1) > 0 THEN
    -- Single set-based append. The id DEFAULT nextval('event_seq') is
    -- assigned in ordinality order (the ORDER BY pins row-production order), so
    -- the stream keeps each job's 'added' → state-event ordering.
    INSERT INTO event (queue, event, data, created_at_ms)
    SELECT q, ev, dat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM unnest(v_ev_queue, v_ev_event, v_ev_data)
             WITH ORDINALITY AS t(q, ev, dat, ord)
     ORDER BY ord;

    -- One 'bullmq_events' wakeup per distinct queue, then trim that queue's
    -- stream once (not per publish). A non-blocking advisory lock keeps at most
    -- one trimmer per queue; publishers that miss it skip (the next flush covers
    -- the same rows). Matches publish_event's approximate-MAXLEN trim.
    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_ev_queue) AS q LOOP
      PERFORM pg_notify('bullmq_events', v_queue);

      SELECT value::integer INTO v_max
        FROM meta
       WHERE queue = v_queue AND field = 'opts.maxLenEvents';
      IF v_max IS NULL THEN
        v_max := 10000;
      END IF;
      IF v_max > 0
         AND pg_try_advisory_xact_lock(hashtext('bullmq:evtrim:' || v_queue))
      THEN
        DELETE FROM event
         WHERE queue = v_queue
           AND id <= (SELECT max(id) FROM event WHERE queue = v_queue)
                     - v_max;
      END IF;
    END LOOP;

    -- One 'bullmq_jobs' wakeup per distinct queue that gained a runnable job.
    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_notify_jobs) AS q LOOP
      PERFORM pg_notify('bullmq_jobs', v_queue);
    END LOOP;
  END IF;
END;
$$;

-- BullMQ PostgreSQL backend — single-job mutations (schema version 9).
--
-- promote / changeDelay / changePriority validate the job's state and return a
-- status code (0 = ok, or a negative \`ErrorCode\` the backend maps to the shared
-- error message). Keeping the validation in SQL makes each mutation atomic.

-- ──────────────────────────────────────────────────────────────────────────
-- promote: a delayed job → waiting (process ASAP, keeping its priority).
-- Returns 0 ok, -1 missing (JobNotExist), -3 not delayed (JobNotInState).
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION promote(p_queue text, p_id text) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
BEGIN
  SELECT state INTO v_state FROM job WHERE queue = p_queue AND id = p_id;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;
  IF v_state <> 'delayed' THEN
    RETURN -3;
  END IF;

  UPDATE job
     SET state = 'waiting',
         process_at_ms = NULL,
         delay_ms = 0,
         seq = nextval('job_seq')
   WHERE queue = p_queue AND id = p_id;

  PERFORM pg_notify('bullmq_jobs', p_queue);
  PERFORM publish_event(p_queue, 'waiting',
    jsonb_build_object('jobId', p_id, 'prev', 'delayed'));
  RETURN 0;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- change_delay: reschedule a delayed job to fire \`p_delay\` ms from now.
-- Returns 0 ok, -1 missing, -3 not delayed.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION change_delay(
  p_queue text, p_id text, p_delay bigint, p_now bigint
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
BEGIN
  SELECT state INTO v_state FROM job WHERE queue = p_queue AND id = p_id;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;
  IF v_state <> 'delayed' THEN
    RETURN -3;
  END IF;

  UPDATE job
     SET delay_ms = p_delay,
         process_at_ms = p_now + p_delay
   WHERE queue = p_queue AND id = p_id;

  -- Wake any worker blocked on an older (longer) delay so it recomputes.
  PERFORM pg_notify('bullmq_jobs', p_queue);
  RETURN 0;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- change_priority: set a job's priority (and reposition it via lifo) when it is
-- waiting/prioritized; otherwise just record the new priority. Returns 0 ok,
-- -1 missing.
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION change_priority(
  p_queue text, p_id text, p_priority integer, p_lifo boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
BEGIN
  SELECT state INTO v_state FROM job WHERE queue = p_queue AND id = p_id;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;

  IF v_state = 'waiting' THEN
    -- Reposition: lifo → head (negative seq), otherwise → tail (new seq).
    UPDATE job
       SET priority = p_priority,
           seq = CASE WHEN p_lifo
                      THEN -nextval('job_seq')
                      ELSE nextval('job_seq') END
     WHERE queue = p_queue AND id = p_id;
  ELSE
    UPDATE job
       SET priority = p_priority
     WHERE queue = p_queue AND id = p_id;
  END IF;

  RETURN 0;
END;
$$;

-- BullMQ PostgreSQL backend — rate-limit-aware active→wait move (schema v26).
--
-- Recreates move_active_to_wait (used by the dynamic/manual rate limit
-- and \`Job.moveToWait\`) to mirror moveJobFromActiveToWait-9.lua:
--   * A missing job returns -1 (so the caller can raise the canonical
--     "Missing key for job …" error).
--   * A requeued job keeps FIFO order: priority > 0 jobs go to the *front* of
--     their priority group (Redis \`pushBackJobWithPriority\`), priority 0 jobs go
--     to the tail (Redis \`RPUSH\`). In the seq model: front = negative seq (sorts
--     before the positive seqs of same-priority jobs), tail = \`nextval\`.
--   * Returns the remaining limiter window in ms (Redis returns the limiter
--     PTTL), which the worker uses to decide how long to back off.
CREATE OR REPLACE FUNCTION move_active_to_wait(
  p_queue text, p_id text, p_token text, p_now bigint
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state    job_state;
  v_lock     text;
  v_priority integer;
  v_seq      bigint;
  v_expire   bigint;
BEGIN
  SELECT state, lock_token, priority INTO v_state, v_lock, v_priority
    FROM job WHERE queue = p_queue AND id = p_id;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;

  IF v_state = 'active'
     AND (p_token = '0' OR v_lock IS NOT DISTINCT FROM p_token) THEN
    IF v_priority > 0 THEN
      v_seq := -nextval('job_seq');
    ELSE
      v_seq := nextval('job_seq');
    END IF;

    UPDATE job
       SET state = 'waiting',
           seq = v_seq,
           lock_token = NULL,
           locked_until_ms = NULL
     WHERE queue = p_queue AND id = p_id;

    PERFORM pg_notify('bullmq_jobs', p_queue);
    PERFORM publish_event(p_queue, 'waiting',
      jsonb_build_object('jobId', p_id, 'prev', 'active'));
  END IF;

  -- Remaining limiter window (mirrors Redis returning PTTL of the limiter key).
  SELECT expire_at_ms INTO v_expire
    FROM rate_limit WHERE queue = p_queue;
  IF v_expire IS NOT NULL AND v_expire > p_now THEN
    RETURN v_expire - p_now;
  END IF;
  RETURN 0;
END;
$$;

-- BullMQ PostgreSQL backend — reprocess clears processedOn (schema version 16).
--
-- Job.retry() must reset processedOn too: a re-queued job is "fresh", so
-- processed_at_ms is cleared alongside finished/return/failed/stacktrace.
CREATE OR REPLACE FUNCTION reprocess_job(
  p_queue         text,
  p_id            text,
  p_state         text,
  p_lifo          boolean,
  p_reset_made    boolean,
  p_reset_started boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
  v_seq   bigint;
  v_pq    text;
  v_pid   text;
BEGIN
  SELECT state, parent_queue, parent_id INTO v_state, v_pq, v_pid
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN -1;
  END IF;
  IF v_state <> p_state::job_state THEN
    RETURN -3;
  END IF;

  v_seq := nextval('job_seq');
  IF p_lifo THEN
    v_seq := -v_seq;
  END IF;

  UPDATE job
     SET state = 'waiting',
         seq = v_seq,
         process_at_ms = NULL,
         processed_at_ms = NULL,
         finished_at_ms = NULL,
         return_value = NULL,
         failed_reason = NULL,
         stacktrace = NULL,
         attempts_made = CASE WHEN p_reset_made THEN 0 ELSE attempts_made END,
         attempts_started =
           CASE WHEN p_reset_started THEN 0 ELSE attempts_started END
   WHERE queue = p_queue AND id = p_id;

  -- A retried child must be awaited again by its parent: move its dependency
  -- back to pending and re-count it (mirrors reprocessJob-8.lua re-adding the
  -- job to the parent's :dependencies set).
  IF v_pq IS NOT NULL AND v_pid IS NOT NULL
     AND EXISTS (SELECT 1 FROM job WHERE queue = v_pq AND id = v_pid) THEN
    UPDATE job_dependency
       SET status = 'pending', value = NULL
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = p_queue || ':' || p_id
       AND status = (CASE WHEN p_state = 'failed' THEN 'failed'
                          ELSE 'processed' END)::dep_status;
    IF FOUND THEN
      UPDATE job SET pending_deps = pending_deps + 1
       WHERE queue = v_pq AND id = v_pid;
    END IF;
  END IF;

  PERFORM pg_notify('bullmq_jobs', p_queue);
  PERFORM publish_event(p_queue, 'waiting',
    jsonb_build_object('jobId', p_id, 'prev', p_state));
  RETURN 1;
END;
$$;

-- BullMQ PostgreSQL backend — step jobs / waiting-children (schema version 19).
--
--   * move_to_waiting_children: a parent with pending children → waiting-children
--     (returns 1 = should wait); no pending → 0 = proceed.
--   * move_to_completed also releases the parent: a completing child marks its
--     dependency processed and, when the parent has no pending deps left and is
--     waiting-children, promotes it back to waiting.
CREATE FUNCTION move_to_waiting_children(
  p_queue text, p_id text, p_token text
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state   job_state;
  v_lock    text;
  v_pending integer;
BEGIN
  SELECT state, lock_token, pending_deps INTO v_state, v_lock, v_pending
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  -- A parent with a failed child (failParentOnFailure) can never complete its
  -- children step; surface it as an unrecoverable failure (mirrors the
  -- \`:unsuccessful\` set check in moveToWaitingChildren-7.lua).
  IF EXISTS (
    SELECT 1 FROM job_dependency
     WHERE parent_queue = p_queue AND parent_id = p_id AND status = 'failed'
  ) THEN
    RAISE EXCEPTION 'bullmq: job % has failed children', p_id
      USING ERRCODE = 'BM001', DETAIL = '-9';
  END IF;
  -- Lock check (mirrors removeLock, taken before the active-state check): a
  -- missing lock is -2, a mismatched one is -6; token '0' skips the check.
  IF p_token <> '0' THEN
    IF v_lock IS NULL THEN
      RAISE EXCEPTION 'bullmq: job % missing lock', p_id
        USING ERRCODE = 'BM001', DETAIL = '-2';
    ELSIF v_lock <> p_token THEN
      RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id
        USING ERRCODE = 'BM001', DETAIL = '-6';
    END IF;
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;

  IF v_pending > 0 THEN
    UPDATE job
       SET state = 'waiting-children', lock_token = NULL, locked_until_ms = NULL
     WHERE queue = p_queue AND id = p_id;
    RETURN 1; -- should wait
  END IF;

  RETURN 0; -- no pending children: proceed
END;
$$;

-- clean: skip a job scheduler's still-pending jobs, but clean finished ones.
-- Flow-aware: when a cleaned job is a pending child, its parent's dependency
-- count is updated and the parent released (removed if it lives in the cleaned
-- queue, otherwise moved to wait) — mirrors removeJob → removeParentDependencyKey.
CREATE OR REPLACE FUNCTION clean(
  p_queue text, p_type text, p_ts bigint, p_limit integer
) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_where             text;
  v_scheduler_filter  text := 'AND scheduler_id IS NULL';
  v_ids               text[];
  v_pq                text[];
  v_pid               text[];
  i                   integer;
BEGIN
  IF p_type IN ('completed', 'failed') THEN
    v_where := format('state = %L AND finished_at_ms <= %s', p_type, p_ts);
    -- Finished jobs are cleaned regardless of scheduler origin (mirrors
    -- cleanJobsInSet-3.lua omitting the repeat key for finished states).
    v_scheduler_filter := '';
  ELSIF p_type = 'delayed' THEN
    v_where := format('state = ''delayed'' AND added_at_ms <= %s', p_ts);
  ELSIF p_type = 'prioritized' THEN
    v_where := format('state = ''waiting'' AND priority > 0 AND added_at_ms <= %s', p_ts);
  ELSIF p_type IN ('wait', 'waiting', 'paused') THEN
    v_where := format('state = ''waiting'' AND priority = 0 AND added_at_ms <= %s', p_ts);
  ELSIF p_type = 'active' THEN
    v_where := format('state = ''active'' AND added_at_ms <= %s', p_ts);
  ELSE
    RETURN;
  END IF;

  -- Collect the ids to clean (respecting FIFO order + limit).
  EXECUTE format(
    'SELECT array_agg(id) FROM (SELECT id FROM job '
    || 'WHERE queue = %L AND %s %s ORDER BY seq %s) s',
    p_queue, v_where, v_scheduler_filter,
    CASE WHEN p_limit > 0 THEN 'LIMIT ' || p_limit ELSE '' END
  ) INTO v_ids;

  IF v_ids IS NULL THEN
    RETURN;
  END IF;

  -- Distinct parents of the cleaned jobs, for flow-aware release.
  SELECT array_agg(pq), array_agg(pid) INTO v_pq, v_pid FROM (
    SELECT DISTINCT parent_queue AS pq, parent_id AS pid
      FROM job
     WHERE queue = p_queue AND id = ANY(v_ids)
       AND parent_queue IS NOT NULL AND parent_id IS NOT NULL
  ) s;

  -- Break the cleaned jobs' dependency links, then delete the jobs.
  DELETE FROM job_dependency
   WHERE child_queue = p_queue AND child_id = ANY(v_ids);
  DELETE FROM job WHERE queue = p_queue AND id = ANY(v_ids);

  -- Release affected parents: a parent with no remaining pending dependencies
  -- is removed when it lives in the cleaned queue, else moved to wait.
  IF v_pq IS NOT NULL THEN
    FOR i IN 1 .. array_length(v_pq, 1) LOOP
      UPDATE job p SET pending_deps = (
        SELECT count(*) FROM job_dependency d
         WHERE d.parent_queue = v_pq[i] AND d.parent_id = v_pid[i]
           AND d.status = 'pending'
      ) WHERE p.queue = v_pq[i] AND p.id = v_pid[i];

      PERFORM 1 FROM job p
       WHERE p.queue = v_pq[i] AND p.id = v_pid[i]
         AND p.state = 'waiting-children' AND p.pending_deps = 0;
      IF FOUND THEN
        IF v_pq[i] = p_queue THEN
          DELETE FROM job WHERE queue = v_pq[i] AND id = v_pid[i];
        ELSE
          UPDATE job
             SET state = 'waiting', seq = nextval('job_seq')
           WHERE queue = v_pq[i] AND id = v_pid[i];
          PERFORM pg_notify('bullmq_jobs', v_pq[i]);
          PERFORM publish_event(v_pq[i], 'waiting',
            jsonb_build_object('jobId', v_pid[i], 'prev', 'waiting-children'));
        END IF;
      END IF;
    END LOOP;
  END IF;

  -- Announce how many jobs were cleaned (mirrors cleanJobsInSet-3.lua's
  -- \`cleaned\` event; count is a string, as on the Redis stream).
  PERFORM publish_event(p_queue, 'cleaned',
    jsonb_build_object('count', array_length(v_ids, 1)::text));

  RETURN QUERY SELECT unnest(v_ids);
END;
$$;

-- Mirror of the Lua getJobSchedulerEveryNextMillis: returns the next due time
-- for a fixed-interval scheduler and the aligned offset, as a 2-int array.
CREATE FUNCTION scheduler_every_next_millis(
  p_prev bigint, p_every bigint, p_now bigint, p_offset bigint, p_start bigint
) RETURNS bigint[]
LANGUAGE plpgsql
IMMUTABLE
AS $$
DECLARE
  v_next   bigint;
  v_offset bigint := p_offset;
BEGIN
  IF p_prev IS NULL THEN
    IF p_start IS NOT NULL THEN
      v_next := GREATEST(p_start, p_now);
    ELSE
      v_next := p_now;
      IF p_offset IS NOT NULL AND p_offset > 0 THEN
        v_next := (p_now / p_every) * p_every + p_offset;
        IF v_next <= p_now THEN
          v_next := v_next + p_every;
        END IF;
      END IF;
    END IF;
  ELSE
    v_next := p_prev + p_every;
    IF v_next < p_now THEN
      v_next := (p_now / p_every) * p_every + p_every + COALESCE(p_offset, 0);
    END IF;
  END IF;

  IF v_offset IS NULL OR v_offset = 0 THEN
    v_offset := v_next - (v_next / p_every) * p_every;
  END IF;

  RETURN ARRAY[v_next, v_offset];
END;
$$;

-- Registers/updates a scheduler and enqueues its next delayed job.
-- Returns (job_id, delay).
CREATE FUNCTION add_job_scheduler(
  p_queue         text,
  p_scheduler_id  text,
  p_next_millis   bigint,
  p_template_data jsonb,
  p_template_opts jsonb,
  p_opts          jsonb,
  p_delayed_opts  jsonb,
  p_now           bigint,
  p_producer_id   text
) RETURNS TABLE (job_id text, delay bigint)
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_name    text    := p_opts ->> 'name';
  v_tz      text    := p_opts ->> 'tz';
  v_pattern text    := p_opts ->> 'pattern';
  v_every   bigint  := (p_opts ->> 'every')::bigint;
  v_offset  bigint  := COALESCE((p_opts ->> 'offset')::bigint,
                                (p_delayed_opts #>> '{repeat,offset}')::bigint, 0);
  v_offset_provided boolean := (p_opts ->> 'offset') IS NOT NULL
                            OR (p_delayed_opts #>> '{repeat,offset}') IS NOT NULL;
  v_start   bigint  := (p_opts ->> 'startDate')::bigint;
  v_end     bigint  := (p_opts ->> 'endDate')::bigint;
  v_limit   integer := (p_opts ->> 'limit')::integer;
  v_prev    bigint;
  v_millis  bigint;
  v_prev_every bigint;
  v_existing_offset bigint;
  v_ic      integer;
  v_next    bigint  := p_next_millis;
  v_updated_every boolean := false;
  v_removed boolean := false;
  v_collision boolean := false;
  v_new_offset bigint := v_offset;
  v_em      bigint[];
  v_jobid   text;
  v_delay   bigint;
  v_state   job_state;
  v_seq     bigint;
BEGIN
  SELECT next_run_ms, every_ms, iteration_count, offset_ms
    INTO v_prev, v_prev_every, v_ic, v_existing_offset
    FROM scheduler WHERE queue = p_queue AND scheduler_id = p_scheduler_id;

  -- \`v_prev\` is the previous iteration (used for removal); \`v_millis\` seeds the
  -- \`every\` formula and is reset to NULL when the interval itself changed.
  v_millis := v_prev;
  IF v_every IS NOT NULL THEN
    IF v_prev IS NOT NULL AND v_prev_every IS DISTINCT FROM v_every THEN
      v_millis := NULL;
      v_updated_every := true;
    END IF;
    v_em := scheduler_every_next_millis(v_millis, v_every, p_now, v_offset, v_start);
    v_next := v_em[1];
    v_new_offset := v_em[2];
    -- Preserve the offset established at scheduler creation. On re-upsert of an
    -- existing scheduler without an explicit offset, keep the stored offset
    -- instead of recomputing it against the (possibly changed) \`every\`. Mirrors
    -- Redis storeJobScheduler, which writes a freshly-computed offset only on
    -- first creation and otherwise preserves the existing hash field.
    IF NOT v_offset_provided AND v_existing_offset IS NOT NULL THEN
      v_new_offset := v_existing_offset;
    END IF;
  END IF;

  -- Remove the previous iteration's (still-pending) job, if any.
  IF v_prev IS NOT NULL THEN
    DELETE FROM job
     WHERE queue = p_queue
       AND id = 'repeat:' || p_scheduler_id || ':' || v_prev
       AND state IN ('delayed', 'waiting');
    IF FOUND THEN
      v_removed := true;
    END IF;
  END IF;

  IF v_removed AND v_every IS NOT NULL AND NOT v_updated_every THEN
    v_next := v_prev;
  END IF;

  -- Collision: a job with the next id already exists in a non-replaceable state
  -- (e.g. it is active). For \`every\` we try the following slot; for \`pattern\`
  -- we fail — unless we just removed the previous job (override replaces it).
  v_jobid := 'repeat:' || p_scheduler_id || ':' || v_next;
  IF EXISTS (SELECT 1 FROM job WHERE queue = p_queue AND id = v_jobid) THEN
    IF v_every IS NOT NULL THEN
      v_next := v_next + v_every;
      v_jobid := 'repeat:' || p_scheduler_id || ':' || v_next;
      IF EXISTS (SELECT 1 FROM job WHERE queue = p_queue AND id = v_jobid) THEN
        RAISE EXCEPTION 'scheduler job slots busy'
          USING ERRCODE = 'BM001', DETAIL = '-11';
      END IF;
    ELSIF NOT v_removed THEN
      RAISE EXCEPTION 'scheduler job id collision'
        USING ERRCODE = 'BM001', DETAIL = '-10';
    ELSE
      v_collision := true;
    END IF;
  END IF;

  v_delay := GREATEST(v_next - p_now, 0);

  -- Upsert the scheduler row (iteration count preserved, or 1 the first time).
  INSERT INTO scheduler (
    queue, scheduler_id, name, next_run_ms, pattern, every_ms, tz,
    start_date_ms, end_date_ms, limit_count, iteration_count, offset_ms,
    template_data, template_opts, producer_id
  ) VALUES (
    p_queue, p_scheduler_id, v_name, v_next, v_pattern, v_every, v_tz,
    v_start, v_end, v_limit, COALESCE(v_ic, 1), v_new_offset,
    p_template_data, p_template_opts, p_producer_id
  )
  ON CONFLICT (queue, scheduler_id) DO UPDATE SET
    name = EXCLUDED.name,
    next_run_ms = EXCLUDED.next_run_ms,
    pattern = EXCLUDED.pattern,
    every_ms = EXCLUDED.every_ms,
    tz = EXCLUDED.tz,
    start_date_ms = EXCLUDED.start_date_ms,
    end_date_ms = EXCLUDED.end_date_ms,
    limit_count = EXCLUDED.limit_count,
    offset_ms = EXCLUDED.offset_ms,
    template_data = EXCLUDED.template_data,
    template_opts = EXCLUDED.template_opts,
    producer_id = EXCLUDED.producer_id;

  -- Create the next delayed (or immediately-ready) job. When \`v_collision\` we
  -- are replacing an existing (removed-prev) row, so fully reset it.
  v_seq := nextval('job_seq');
  IF v_delay > 0 THEN
    v_state := 'delayed';
  ELSE
    v_state := 'waiting';
  END IF;

  INSERT INTO job (
    queue, id, seq, name, state, data, opts, priority, delay_ms, max_attempts,
    added_at_ms, process_at_ms, scheduler_id
  ) VALUES (
    p_queue, v_jobid, v_seq, v_name, v_state,
    COALESCE(p_template_data, '{}'::jsonb),
    COALESCE(p_delayed_opts, '{}'::jsonb)
      || jsonb_build_object('delay', v_delay, 'jobId', v_jobid),
    COALESCE((p_delayed_opts ->> 'priority')::integer, 0), v_delay,
    COALESCE((p_delayed_opts ->> 'attempts')::integer, 1),
    COALESCE((p_delayed_opts ->> 'timestamp')::bigint, p_now),
    CASE WHEN v_delay > 0 THEN v_next ELSE NULL END, p_scheduler_id
  )
  ON CONFLICT (queue, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    name = EXCLUDED.name,
    state = EXCLUDED.state,
    data = EXCLUDED.data,
    opts = EXCLUDED.opts,
    priority = EXCLUDED.priority,
    delay_ms = EXCLUDED.delay_ms,
    max_attempts = EXCLUDED.max_attempts,
    attempts_made = 0,
    attempts_started = 0,
    added_at_ms = EXCLUDED.added_at_ms,
    process_at_ms = EXCLUDED.process_at_ms,
    processed_at_ms = NULL,
    finished_at_ms = NULL,
    return_value = NULL,
    failed_reason = NULL,
    stacktrace = NULL,
    lock_token = NULL,
    locked_until_ms = NULL,
    stalled_count = 0,
    processed_by = NULL,
    scheduler_id = EXCLUDED.scheduler_id;

  PERFORM pg_notify('bullmq_jobs', p_queue);

  job_id := v_jobid;
  delay := v_delay;
  RETURN NEXT;
END;
$$;

-- Advance an existing scheduler to its next iteration (no template change).
-- Returns the new job id, or NULL if the scheduler no longer exists.
CREATE FUNCTION update_job_scheduler_next_millis(
  p_queue         text,
  p_scheduler_id  text,
  p_next_millis   bigint,
  p_template_data jsonb,
  p_delayed_opts  jsonb,
  p_now           bigint,
  p_producer_id   text
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_name   text;
  v_prev   bigint;
  v_every  bigint;
  v_start  bigint;
  v_offset bigint;
  v_data   jsonb;
  v_next   bigint := p_next_millis;
  v_new_offset bigint;
  v_em     bigint[];
  v_jobid  text;
  v_current text;
  v_delay  bigint;
  v_state  job_state;
  v_seq    bigint;
BEGIN
  SELECT name, next_run_ms, every_ms, start_date_ms, offset_ms, template_data
    INTO v_name, v_prev, v_every, v_start, v_offset, v_data
    FROM scheduler WHERE queue = p_queue AND scheduler_id = p_scheduler_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;

  IF v_every IS NULL THEN
    v_every := (p_delayed_opts #>> '{repeat,every}')::bigint;
  END IF;

  IF v_every IS NOT NULL THEN
    v_offset := COALESCE(v_offset, (p_delayed_opts #>> '{repeat,offset}')::bigint, 0);
    v_em := scheduler_every_next_millis(v_prev, v_every, p_now, v_offset, v_start);
    v_next := v_em[1];
    v_new_offset := v_em[2];
  END IF;

  -- Only the producer of the current iteration may advance the scheduler;
  -- this guards against duplicate iterations from stale/concurrent finishes.
  v_current := 'repeat:' || p_scheduler_id || ':' || v_prev;
  IF p_producer_id IS DISTINCT FROM v_current THEN
    RETURN NULL;
  END IF;

  v_jobid := 'repeat:' || p_scheduler_id || ':' || v_next;

  -- If the next iteration's job already exists, this is a duplicate.
  IF EXISTS (SELECT 1 FROM job WHERE queue = p_queue AND id = v_jobid) THEN
    PERFORM publish_event(p_queue, 'duplicated',
      jsonb_build_object('jobId', v_jobid));
    RETURN NULL;
  END IF;

  v_delay := GREATEST(v_next - p_now, 0);

  UPDATE scheduler
     SET next_run_ms = v_next,
         iteration_count = iteration_count + 1,
         offset_ms = COALESCE(offset_ms, v_new_offset),
         template_data = CASE
           WHEN p_template_data IS NOT NULL AND p_template_data <> '{}'::jsonb
             THEN p_template_data
           ELSE template_data
         END
   WHERE queue = p_queue AND scheduler_id = p_scheduler_id;

  v_seq := nextval('job_seq');
  v_state := CASE WHEN v_delay > 0 THEN 'delayed' ELSE 'waiting' END;

  INSERT INTO job (
    queue, id, seq, name, state, data, opts, priority, delay_ms, max_attempts,
    added_at_ms, process_at_ms, scheduler_id
  ) VALUES (
    p_queue, v_jobid, v_seq, v_name, v_state,
    COALESCE(NULLIF(v_data, '{}'::jsonb), p_template_data, '{}'::jsonb),
    COALESCE(p_delayed_opts, '{}'::jsonb)
      || jsonb_build_object('delay', v_delay, 'jobId', v_jobid),
    COALESCE((p_delayed_opts ->> 'priority')::integer, 0), v_delay,
    COALESCE((p_delayed_opts ->> 'attempts')::integer, 1),
    COALESCE((p_delayed_opts ->> 'timestamp')::bigint, p_now),
    CASE WHEN v_delay > 0 THEN v_next ELSE NULL END, p_scheduler_id
  )
  ON CONFLICT (queue, id) DO NOTHING;

  PERFORM pg_notify('bullmq_jobs', p_queue);

  RETURN v_jobid;
END;
$$;

-- Remove a scheduler and its still-pending job, emitting a \`removed\` event for
-- each deleted job. Returns 0 if the scheduler existed (removed), 1 otherwise
-- (mirrors removeJobScheduler-3.lua: 0 = OK, 1 = missing).
CREATE FUNCTION remove_job_scheduler(
  p_queue text, p_scheduler_id text
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_next    bigint;
  v_jobid   text;
  v_removed integer;
BEGIN
  -- Remove only the scheduler's *next* programmed job, and only while it is
  -- still delayed (mirrors removeJobScheduler-3.lua, which ZREMs the id
  -- \`repeat:<id>:<next_run_ms>\` from the delayed set). A job that has already
  -- been promoted (waiting/active/…) or processed survives — that surviving
  -- job is what later collides with a re-created scheduler to emit
  -- 'duplicated'. Deleting every delayed/waiting job of the scheduler would
  -- wrongly reap the promoted job.
  SELECT next_run_ms INTO v_next
    FROM scheduler
   WHERE queue = p_queue AND scheduler_id = p_scheduler_id;

  IF v_next IS NOT NULL THEN
    v_jobid := 'repeat:' || p_scheduler_id || ':' || v_next;
    DELETE FROM job
     WHERE queue = p_queue AND id = v_jobid AND state = 'delayed';
    IF FOUND THEN
      PERFORM publish_event(p_queue, 'removed',
        jsonb_build_object('jobId', v_jobid, 'prev', 'delayed'));
    END IF;
  END IF;

  DELETE FROM scheduler
   WHERE queue = p_queue AND scheduler_id = p_scheduler_id;
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  RETURN CASE WHEN v_removed > 0 THEN 0 ELSE 1 END;
END;
$$;

-- Two-phase stalled detection (mirrors moveStalledJobsToWait-9.lua). A single
-- pass that reclaimed an active job the instant its lock expired was unsafe
-- under a fast-forwarding clock (repeatable-job tests tick the fake clock by a
-- month inside the processor): a freshly-claimed job's short lock looks expired
-- immediately, so the checker would yank the in-flight job back to wait and its
-- completion would then fail with "not in the active state". Instead:
--   * A \`stalled-check\` throttle bounds how often the scan runs.
--   * Jobs are *marked* (\`stalled_marked\`, the Redis \`stalled\` SET analogue) on
--     one pass and only *reclaimed* on the next if still active with an expired
--     lock — so a job that completes or renews its lock between passes is never
--     reclaimed.
--   * Scheduler ("repeatable") jobs are recovered but never permanently failed.
CREATE FUNCTION move_stalled_jobs_to_wait(
  p_queue          text,
  p_max_stalled    integer,
  p_now            bigint,
  p_max_check_time bigint
) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_last       bigint;
  r            record;
  v_count      integer;
  v_repeatable boolean;
  v_reclaimed  boolean := false;
BEGIN
  -- Throttle: only run once per \`max_check_time\` window (mirrors the Redis
  -- \`stalled-check\` key with \`PX maxCheckTime\`).
  SELECT value::bigint INTO v_last
    FROM meta WHERE queue = p_queue AND field = 'stalled-check';
  IF v_last IS NOT NULL AND p_now < v_last + p_max_check_time THEN
    RETURN;
  END IF;
  INSERT INTO meta (queue, field, value)
    VALUES (p_queue, 'stalled-check', p_now::text)
    ON CONFLICT (queue, field) DO UPDATE SET value = EXCLUDED.value;

  -- Phase 1 (sweep): reclaim jobs that were marked on a PREVIOUS pass and are
  -- still active with an expired lock.
  FOR r IN
    SELECT id, scheduler_id, stalled_count
      FROM job
     WHERE queue = p_queue
       AND state = 'active'
       AND stalled_marked
       AND locked_until_ms IS NOT NULL
       AND locked_until_ms < p_now
     FOR UPDATE SKIP LOCKED
  LOOP
    v_count := r.stalled_count + 1;

    -- Scheduler jobs are recovered but never permanently failed.
    v_repeatable := r.scheduler_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM scheduler
       WHERE queue = p_queue AND scheduler_id = r.scheduler_id
    );

    UPDATE job
       SET state = 'waiting',
           lock_token = NULL,
           locked_until_ms = NULL,
           stalled_marked = false,
           stalled_count = v_count,
           seq = nextval('job_seq'),
           deferred_failure = CASE
             WHEN v_count > p_max_stalled AND NOT v_repeatable
               THEN 'job stalled more than allowable limit'
             ELSE deferred_failure
           END
     WHERE queue = p_queue AND id = r.id;

    PERFORM publish_event(p_queue, 'stalled',
      jsonb_build_object('jobId', r.id));
    v_reclaimed := true;
    RETURN NEXT r.id;
  END LOOP;

  -- Clear all old marks (mirrors \`DEL stalledKey\`) …
  UPDATE job SET stalled_marked = false
   WHERE queue = p_queue AND stalled_marked;

  -- … then mark every currently-active job for the NEXT pass (mirrors
  -- \`SADD stalledKey <active>\`). Freshly-claimed jobs are therefore never
  -- reclaimed on the pass that first observes them.
  UPDATE job SET stalled_marked = true
   WHERE queue = p_queue AND state = 'active';

  -- Wake a worker for any jobs pushed back to wait.
  IF v_reclaimed THEN
    PERFORM pg_notify('bullmq_jobs', p_queue);
  END IF;
  RETURN;
END;
$$;

-- BullMQ PostgreSQL backend — rate limiting (schema v25).
--
-- Mirrors the Redis limiter, which is a single \`<prefix>:<queue>:limiter\`
-- counter key with a PTTL: a token is consumed (INCR + PEXPIRE-on-first) each
-- time a job is moved to active, and \`getRateLimitTTL\` reports the remaining
-- window once the counter reaches \`max\`. Here that key is one row of
-- \`rate_limit\` (\`points\` ⇔ the counter, \`expire_at_ms\` ⇔ the PTTL
-- window). The limiter config comes from the queue meta (\`max\`/\`duration\`, set
-- via \`Queue.setGlobalRateLimit\`) and/or the worker's \`limiter\` option.

-- ── Public TTL (mirrors getRateLimitTtl-2.lua) ─────────────────────────────
-- p_max_jobs > 0 → check against that; else fall back to meta \`max\`; else the
-- raw remaining window (or -2 when there is none, like Redis PTTL on a missing
-- key).
CREATE FUNCTION rate_limit_ttl(
  p_queue text, p_max_jobs integer, p_now bigint
) RETURNS bigint
LANGUAGE plpgsql
STABLE
SET search_path FROM CURRENT
AS $$
DECLARE
  v_points  bigint;
  v_expire  bigint;
  v_active  boolean;
  v_counter bigint;
  v_pttl    bigint;
  v_max     integer;
BEGIN
  SELECT points, expire_at_ms INTO v_points, v_expire
    FROM rate_limit WHERE queue = p_queue;
  v_active  := v_expire IS NOT NULL AND v_expire > p_now;
  v_counter := CASE WHEN v_active THEN v_points ELSE 0 END;
  v_pttl    := CASE WHEN v_active THEN v_expire - p_now ELSE -2 END;

  IF p_max_jobs IS NOT NULL AND p_max_jobs > 0 THEN
    IF p_max_jobs <= v_counter AND v_pttl > 0 THEN
      RETURN v_pttl;
    END IF;
    RETURN 0;
  END IF;

  SELECT value::integer INTO v_max
    FROM meta WHERE queue = p_queue AND field = 'max';
  IF v_max IS NOT NULL THEN
    IF v_max <= v_counter AND v_pttl > 0 THEN
      RETURN v_pttl;
    END IF;
    RETURN 0;
  END IF;

  RETURN v_pttl;
END;
$$;

-- ── Worker-effective TTL ───────────────────────────────────────────────────
-- The limit that applies to a fetching worker: meta \`max\` takes precedence,
-- falling back to the worker's own \`limiter.max\`. Returns the remaining window
-- when the counter has reached that limit, else 0 (and 0 when no limiter at
-- all is configured).
CREATE FUNCTION rate_limit_effective(
  p_queue text, p_limiter_max integer, p_now bigint
) RETURNS bigint
LANGUAGE plpgsql
STABLE
SET search_path FROM CURRENT
AS $$
DECLARE
  v_meta_max integer;
  v_max      integer;
  v_points   bigint;
  v_expire   bigint;
BEGIN
  SELECT value::integer INTO v_meta_max
    FROM meta WHERE queue = p_queue AND field = 'max';
  v_max := COALESCE(v_meta_max, p_limiter_max);
  IF v_max IS NULL THEN
    RETURN 0;
  END IF;

  SELECT points, expire_at_ms INTO v_points, v_expire
    FROM rate_limit WHERE queue = p_queue;
  IF v_expire IS NULL OR v_expire <= p_now THEN
    RETURN 0;
  END IF;
  IF v_max <= v_points THEN
    RETURN v_expire - p_now;
  END IF;
  RETURN 0;
END;
$$;

-- Consume one token (INCR + PEXPIRE-on-first-of-window).
CREATE FUNCTION rate_limit_consume(
  p_queue text, p_duration bigint, p_now bigint
) RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
  INSERT INTO rate_limit (queue, points, expire_at_ms)
    VALUES (p_queue, 1, p_now + p_duration)
  ON CONFLICT (queue) DO UPDATE SET
    points = CASE WHEN rate_limit.expire_at_ms <= p_now
                  THEN 1 ELSE rate_limit.points + 1 END,
    expire_at_ms = CASE WHEN rate_limit.expire_at_ms <= p_now
                        THEN p_now + p_duration
                        ELSE rate_limit.expire_at_ms END;
$$;

-- Force the limiter for \`p_expire_ms\` (dynamic / manual rate limit). Mirrors
-- Redis SET limiter = MAX_SAFE_INTEGER PX p_expire_ms.
CREATE FUNCTION set_rate_limit(
  p_queue text, p_expire_ms bigint, p_now bigint
) RETURNS void
LANGUAGE sql
SET search_path FROM CURRENT
AS $$
  INSERT INTO rate_limit (queue, points, expire_at_ms)
    VALUES (p_queue, 9007199254740991, p_now + p_expire_ms)
  ON CONFLICT (queue) DO UPDATE SET
    points = 9007199254740991,
    expire_at_ms = p_now + p_expire_ms;
$$;

-- The "no job" signal: the worker-effective rate-limit ttl and the next delayed
-- job's timestamp, in one round trip.
CREATE FUNCTION next_signal(
  p_queue text, p_limiter_max integer, p_now bigint
) RETURNS TABLE (rate_limit_ttl bigint, next_delay bigint)
LANGUAGE sql
STABLE
SET search_path FROM CURRENT
AS $$
  SELECT rate_limit_effective(p_queue, p_limiter_max, p_now),
         next_delay(p_queue);
$$;

-- BullMQ PostgreSQL backend — obliterate (schema v27).
--
-- Completely destroys a queue and all of its contents, mirroring
-- obliterate-2.lua:
--   * The queue must be paused, else return -1.
--   * If there are active jobs and \`force\` is not set, return -2.
--   * Otherwise delete up to \`p_count\` jobs; return 1 while more remain (the
--     caller loops), and once every job is gone delete the remaining
--     per-queue data and return 0.
--
-- \`job_log\` and \`job_dependency\` rows cascade from \`job\`,
-- so deleting the jobs removes their logs and (parent-side) dependency links.
CREATE FUNCTION obliterate(
  p_queue text, p_count integer, p_force boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_deleted integer;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM meta
     WHERE queue = p_queue AND field = 'paused' AND value = '1'
  ) THEN
    RETURN -1;  -- NotPaused
  END IF;

  IF NOT p_force AND EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
  ) THEN
    RETURN -2;  -- ExistActiveJobs
  END IF;

  WITH batch AS (
    SELECT id FROM job WHERE queue = p_queue LIMIT p_count
  )
  DELETE FROM job j
   USING batch
   WHERE j.queue = p_queue AND j.id = batch.id;
  GET DIAGNOSTICS v_deleted = ROW_COUNT;

  -- More jobs than the batch budget: tell the caller to come back.
  IF v_deleted >= p_count THEN
    RETURN 1;
  END IF;

  -- Every job is gone; remove the rest of the queue's footprint.
  DELETE FROM scheduler  WHERE queue = p_queue;
  DELETE FROM rate_limit WHERE queue = p_queue;
  DELETE FROM event      WHERE queue = p_queue;
  DELETE FROM metrics    WHERE queue = p_queue;
  DELETE FROM dedup      WHERE queue = p_queue;
  DELETE FROM dedup_next WHERE queue = p_queue;
  DELETE FROM meta       WHERE queue = p_queue;
  -- Drop the per-queue job-id sequence so a re-created queue restarts at 1
  -- (mirrors Redis obliterate deleting the \`<queue>:id\` counter key).
  EXECUTE format(
    'DROP SEQUENCE IF EXISTS %I', job_id_seq_name(p_queue));
  RETURN 0;
END;
$$;

-- BullMQ PostgreSQL backend — deduplication / debounce (schema version 28).
--
-- Mirrors the Redis deduplicateJob include chain. A job added with a
-- \`deduplication\` (or legacy \`debounce\`) option carries a \`de\` opts object
-- \`{ id, ttl, extend, replace, keepLastIfActive }\`. When a *live* key already
-- exists for that id the new job is NOT added: the existing "winner" job id is
-- returned and \`deduplicated\` events are emitted. The key is one
-- row of \`dedup\` (\`job_id\` ⇔ the winner, \`expire_at_ms\` ⇔ the Redis
-- PTTL window; NULL = no expiry). The full key lifecycle:
--   * add        — set / check the key (see deduplicate_job),
--   * finalize   — when the winner completes/fails, a no-ttl key is cleared
--                  (dedup_finalize),
--   * removal    — when the winner is removed, its key is cleared
--                  (dedup_on_removal).
-- NOTE: \`keepLastIfActive\`'s proto-job storage/requeue is added in a later
-- migration; here keepLastIfActive only governs the key's expiry (no ttl).

-- ── Finalize: clear a no-ttl key whose winner is finishing (PTTL == -1 path),
--    and reap an already-expired key (PTTL == 0). ttl keys expire on their own.
CREATE FUNCTION dedup_finalize(
  p_queue text, p_dedup_id text, p_job_id text, p_now bigint
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_cur text;
  v_exp bigint;
BEGIN
  IF p_dedup_id IS NULL OR p_dedup_id = '' THEN
    RETURN;
  END IF;
  SELECT job_id, expire_at_ms INTO v_cur, v_exp
    FROM dedup WHERE queue = p_queue AND dedup_id = p_dedup_id;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF v_exp IS NULL THEN
    -- No expiry: only the current winner clears its own key.
    IF v_cur = p_job_id THEN
      DELETE FROM dedup WHERE queue = p_queue AND dedup_id = p_dedup_id;
    END IF;
  ELSIF v_exp <= p_now THEN
    -- Already expired: reap it.
    DELETE FROM dedup WHERE queue = p_queue AND dedup_id = p_dedup_id;
  END IF;
END;
$$;

-- ── Removal: clear the key (and any proto-next data) when its winner job is
--    removed (mirrors removeDeduplicationKeyIfNeededOnRemoval).
CREATE FUNCTION dedup_on_removal(
  p_queue text, p_job_id text, p_dedup_id text
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF p_dedup_id IS NULL OR p_dedup_id = '' THEN
    RETURN;
  END IF;
  DELETE FROM dedup
   WHERE queue = p_queue AND dedup_id = p_dedup_id AND job_id = p_job_id;
END;
$$;

-- Stash the new job as the proto-next IF keepLastIfActive and the current
-- winner is active. Returns true when stashed. Mirrors storeDeduplicatedNextJob.
CREATE FUNCTION dedup_store_next(
  p_queue text, p_dedup_id text, p_winner text, p_job_id text,
  p_keeplast boolean, p_name text, p_data jsonb, p_opts jsonb
) RETURNS boolean
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  IF NOT p_keeplast OR p_winner IS NULL THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM job
     WHERE queue = p_queue AND id = p_winner AND state = 'active'
  ) THEN
    RETURN false;
  END IF;
  INSERT INTO dedup_next (queue, dedup_id, payload)
    VALUES (p_queue, p_dedup_id, jsonb_build_object(
      'name', p_name, 'data', p_data, 'opts', p_opts, 'jobId', p_job_id))
  ON CONFLICT (queue, dedup_id) DO UPDATE SET payload = EXCLUDED.payload;
  -- Persist the dedup key so it outlives the active job's duration.
  UPDATE dedup SET expire_at_ms = NULL
   WHERE queue = p_queue AND dedup_id = p_dedup_id;
  RETURN true;
END;
$$;

-- Turn a stored proto-next into a real job (the new winner) when the active
-- winner finishes. Mirrors requeueDeduplicatedJob.
CREATE FUNCTION requeue_dedup_next(
  p_queue text, p_dedup_id text, p_now bigint
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_payload  jsonb;
  v_name     text;
  v_data     jsonb;
  v_opts     jsonb;
  v_job_id   text;
  v_de       jsonb;
  v_delay    bigint;
  v_priority integer;
  v_lifo     boolean;
  v_keeplast boolean;
  v_ttl      bigint;
  v_seq      bigint;
  v_state    job_state;
  v_process_at bigint;
BEGIN
  IF p_dedup_id IS NULL OR p_dedup_id = '' THEN
    RETURN;
  END IF;
  SELECT payload INTO v_payload
    FROM dedup_next WHERE queue = p_queue AND dedup_id = p_dedup_id;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  v_name   := v_payload->>'name';
  v_data   := COALESCE(v_payload->'data', '{}'::jsonb);
  v_opts   := COALESCE(v_payload->'opts', '{}'::jsonb);
  v_job_id := v_payload->>'jobId';
  IF v_job_id IS NULL OR v_job_id = '' THEN
    v_job_id := next_job_id(p_queue);
  END IF;

  v_de       := COALESCE(v_opts->'deduplication', v_opts->'debounce');
  v_delay    := COALESCE((v_opts->>'delay')::bigint, 0);
  v_priority := COALESCE((v_opts->>'priority')::integer, 0);
  v_lifo     := COALESCE((v_opts->>'lifo')::boolean, false);
  v_keeplast := COALESCE((v_de->>'keepLastIfActive')::boolean, false);
  v_ttl      := NULLIF(v_de->>'ttl', '')::bigint;

  v_seq := nextval('job_seq');
  IF v_lifo THEN
    v_seq := -v_seq;
  END IF;
  IF v_delay > 0 THEN
    v_state := 'delayed';
    v_process_at := p_now + v_delay;
  ELSE
    v_state := 'waiting';
    v_process_at := NULL;
  END IF;

  INSERT INTO job (
    queue, id, seq, name, state, data, opts, priority, delay_ms,
    max_attempts, added_at_ms, process_at_ms, dedup_id
  ) VALUES (
    p_queue, v_job_id, v_seq, v_name, v_state, v_data, v_opts, v_priority,
    v_delay, COALESCE((v_opts->>'attempts')::integer, 1), p_now, v_process_at,
    p_dedup_id
  )
  ON CONFLICT (queue, id) DO NOTHING;

  -- New winner key (no expiry while keepLastIfActive, else honour ttl).
  INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
    VALUES (p_queue, p_dedup_id, v_job_id,
      CASE WHEN v_keeplast OR COALESCE(v_ttl, 0) <= 0
           THEN NULL ELSE p_now + v_ttl END)
  ON CONFLICT (queue, dedup_id) DO UPDATE
    SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;

  DELETE FROM dedup_next WHERE queue = p_queue AND dedup_id = p_dedup_id;

  PERFORM pg_notify('bullmq_jobs', p_queue);
  IF v_state = 'delayed' THEN
    PERFORM publish_event(p_queue, 'delayed',
      jsonb_build_object('jobId', v_job_id, 'delay', v_process_at));
  ELSE
    PERFORM publish_event(p_queue, 'waiting',
      jsonb_build_object('jobId', v_job_id));
  END IF;
END;
$$;

-- ── Core decision (mirrors deduplicateJob / deduplicateJobWithoutReplace).
-- Returns the existing winner's id when the new job should be deduplicated
-- (i.e. NOT inserted); returns NULL when the caller should go on to add it.
CREATE FUNCTION deduplicate_job(
  p_queue text, p_dedup jsonb, p_job_id text, p_now bigint,
  p_name text, p_data jsonb, p_opts jsonb
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id       text    := p_dedup->>'id';
  v_ttl      bigint  := NULLIF(p_dedup->>'ttl', '')::bigint;
  v_extend   boolean := COALESCE((p_dedup->>'extend')::boolean, false);
  v_replace  boolean := COALESCE((p_dedup->>'replace')::boolean, false);
  v_keeplast boolean := COALESCE((p_dedup->>'keepLastIfActive')::boolean, false);
  v_cur      text;
  v_exp      bigint;
  v_state    job_state;
BEGIN
  IF v_id IS NULL OR v_id = '' THEN
    RETURN NULL;
  END IF;

  -- The current winner (only if the key is still live).
  SELECT job_id, expire_at_ms INTO v_cur, v_exp
    FROM dedup WHERE queue = p_queue AND dedup_id = v_id;
  IF v_cur IS NULL OR (v_exp IS NOT NULL AND v_exp <= p_now) THEN
    v_cur := NULL;
  END IF;

  IF v_replace THEN
    IF v_cur IS NOT NULL THEN
      SELECT state INTO v_state
        FROM job WHERE queue = p_queue AND id = v_cur;
      IF v_state = 'delayed' THEN
        -- Drop the previous delayed job and take its place.
        DELETE FROM job WHERE queue = p_queue AND id = v_cur;
        PERFORM publish_event(p_queue, 'removed',
          jsonb_build_object('jobId', v_cur, 'prev', 'delayed'));
        PERFORM publish_event(p_queue, 'deduplicated',
          jsonb_build_object('jobId', p_job_id, 'deduplicationId', v_id,
            'deduplicatedJobId', v_cur));
        IF v_keeplast THEN
          UPDATE dedup SET job_id = p_job_id, expire_at_ms = NULL
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSIF NOT v_extend AND COALESCE(v_ttl, 0) > 0 THEN
          -- KEEPTTL: keep the existing window, just swap the winner.
          UPDATE dedup SET job_id = p_job_id
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSE
          UPDATE dedup
             SET job_id = p_job_id,
                 expire_at_ms = CASE WHEN COALESCE(v_ttl, 0) > 0
                                     THEN p_now + v_ttl ELSE NULL END
           WHERE queue = p_queue AND dedup_id = v_id;
        END IF;
        RETURN NULL;
      ELSE
        -- Winner is not a removable delayed job: stash proto-next if it is
        -- active + keepLastIfActive, then deduplicate.
        PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
          v_keeplast, p_name, p_data, p_opts);
        RETURN v_cur;
      END IF;
    ELSE
      INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
        VALUES (p_queue, v_id, p_job_id,
          CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
               THEN p_now + v_ttl ELSE NULL END)
      ON CONFLICT (queue, dedup_id) DO UPDATE
        SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
      RETURN NULL;
    END IF;
  END IF;

  -- Without replace.
  IF COALESCE(v_ttl, 0) > 0 AND v_extend THEN
    IF v_cur IS NOT NULL THEN
      -- Stash proto-next if active+keepLast; else extend the window (or
      -- persist when keepLastIfActive). Either way keep the current winner.
      IF NOT dedup_store_next(p_queue, v_id, v_cur, p_job_id,
               v_keeplast, p_name, p_data, p_opts) THEN
        UPDATE dedup
           SET expire_at_ms = CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END
         WHERE queue = p_queue AND dedup_id = v_id;
      END IF;
      PERFORM publish_event(p_queue, 'deduplicated',
        jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
          'deduplicatedJobId', p_job_id));
      RETURN v_cur;
    END IF;
    INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
      VALUES (p_queue, v_id, p_job_id,
        CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END)
    ON CONFLICT (queue, dedup_id) DO UPDATE
      SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
    RETURN NULL;
  END IF;

  -- SET NX semantics (ttl>0 non-extend, or no ttl at all).
  IF v_cur IS NOT NULL THEN
    PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
      v_keeplast, p_name, p_data, p_opts);
    PERFORM publish_event(p_queue, 'deduplicated',
      jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
        'deduplicatedJobId', p_job_id));
    RETURN v_cur;
  END IF;

  INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
    VALUES (p_queue, v_id, p_job_id,
      CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
           THEN p_now + v_ttl ELSE NULL END)
  ON CONFLICT (queue, dedup_id) DO UPDATE
    SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
  RETURN NULL;
END;
$$;

-- BullMQ PostgreSQL backend — flow failure propagation (schema version 29).
--
-- When a child job fails permanently, its parent must react according to the
-- child's parent-link options (mirrors moveChildFromDependenciesIfNeeded):
--   * failParentOnFailure (fpof)      → record the child as a failed dependency,
--                                        defer a failure onto the parent and (if
--                                        it is waiting on children) release it so
--                                        a worker picks it up and fails it.
--   * continueParentOnFailure (cpof)  → record the child as an ignored
--                                        dependency and release the parent.
--   * ignoreDependencyOnFailure (idof)→ record the child as ignored and release
--                                        the parent once no pending deps remain.
--   * removeDependencyOnFailure (rdof)→ drop the dependency entirely and release
--                                        the parent once no pending deps remain.
-- The PG backend stores raw JobsOptions, so the long option names are read
-- straight from the child's \`opts\`.

-- Release a parent from waiting-children to wait (mirrors moveParentToWait —
-- priority is preserved by the row's \`priority\` column; FIFO order via a fresh
-- seq). Emits the 'waiting' (prev waiting-children) event and wakes a worker.
CREATE FUNCTION move_parent_to_wait(
  p_parent_queue text, p_parent_id text, p_now bigint
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_delay      bigint;
  v_process_at bigint;
BEGIN
  SELECT delay_ms INTO v_delay
    FROM job
   WHERE queue = p_parent_queue AND id = p_parent_id
     AND state = 'waiting-children';
  IF NOT FOUND THEN
    RETURN;
  END IF;

  IF v_delay > 0 THEN
    -- The parent carries a delay: release it into the delayed set (mirrors the
    -- delay branch of moveParentToWait), scored from the release moment.
    v_process_at := p_now + v_delay;
    UPDATE job
       SET state = 'delayed', process_at_ms = v_process_at,
           seq = nextval('job_seq')
     WHERE queue = p_parent_queue AND id = p_parent_id;
    PERFORM pg_notify('bullmq_jobs', p_parent_queue);
    PERFORM publish_event(p_parent_queue, 'delayed',
      jsonb_build_object('jobId', p_parent_id, 'delay', v_process_at));
  ELSE
    -- No delay: release to wait. Priority is preserved by the row's \`priority\`
    -- column, so a prioritized parent stays prioritized.
    UPDATE job
       SET state = 'waiting', seq = nextval('job_seq')
     WHERE queue = p_parent_queue AND id = p_parent_id;
    PERFORM pg_notify('bullmq_jobs', p_parent_queue);
    PERFORM publish_event(p_parent_queue, 'waiting',
      jsonb_build_object('jobId', p_parent_id, 'prev', 'waiting-children'));
  END IF;
END;
$$;

-- Propagate a child's permanent failure to its parent.
CREATE FUNCTION handle_child_failure(
  p_queue text, p_id text, p_reason text, p_now bigint
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_pq        text;
  v_pid       text;
  v_opts      jsonb;
  v_child_key text;
  v_remaining integer;
BEGIN
  SELECT parent_queue, parent_id, opts INTO v_pq, v_pid, v_opts
    FROM job WHERE queue = p_queue AND id = p_id;
  IF v_pid IS NULL OR v_pq IS NULL THEN
    RETURN;
  END IF;
  v_child_key := p_queue || ':' || p_id;

  -- Serialize this child→parent mutation with any sibling resolving concurrently
  -- (completion or failure). Mirrors the single-threaded atomicity Redis relies
  -- on and prevents the \`pending_deps\` UPDATE from deadlocking against a
  -- sibling's decrement (SQLSTATE 40P01). Taken on the direct parent only, so it
  -- never nests and auto-releases at commit (see move_to_completed).
  PERFORM pg_advisory_xact_lock(
    hashtext('bullmq:parent:' || v_pq || ':' || v_pid));

  IF COALESCE((v_opts->>'failParentOnFailure')::boolean, false) THEN
    UPDATE job_dependency
       SET status = 'failed', value = to_jsonb(p_reason)
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = v_child_key AND status = 'pending';
    IF FOUND THEN
      UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
       WHERE queue = v_pq AND id = v_pid;
      -- Defer the failure onto the parent; when a worker activates it the
      -- deferred failure fails it immediately (worker checks job.deferredFailure).
      UPDATE job
         SET deferred_failure = 'child ' || v_child_key || ' failed'
       WHERE queue = v_pq AND id = v_pid;
      PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
    END IF;

  ELSIF COALESCE((v_opts->>'continueParentOnFailure')::boolean, false) THEN
    UPDATE job_dependency
       SET status = 'ignored', value = to_jsonb(p_reason)
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = v_child_key AND status = 'pending';
    IF FOUND THEN
      UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
       WHERE queue = v_pq AND id = v_pid;
      PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
    END IF;

  ELSIF COALESCE((v_opts->>'ignoreDependencyOnFailure')::boolean, false) THEN
    UPDATE job_dependency
       SET status = 'ignored', value = to_jsonb(p_reason)
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = v_child_key AND status = 'pending';
    IF FOUND THEN
      UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
       WHERE queue = v_pq AND id = v_pid
      RETURNING pending_deps INTO v_remaining;
      IF v_remaining = 0 THEN
        PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
      END IF;
    END IF;

  ELSIF COALESCE((v_opts->>'removeDependencyOnFailure')::boolean, false) THEN
    DELETE FROM job_dependency
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = v_child_key AND status = 'pending';
    IF FOUND THEN
      UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
       WHERE queue = v_pq AND id = v_pid
      RETURNING pending_deps INTO v_remaining;
      IF v_remaining = 0 THEN
        PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
      END IF;
    END IF;
  END IF;
END;
$$;

-- ── removeChildDependency: break a child's link to its parent (mirrors
--    removeChildDependency-1.lua). Returns 0 when the relationship existed and
--    was removed, 1 when there was no relationship; raises -1 (missing job) /
--    -5 (missing parent).
CREATE FUNCTION remove_child_dependency(
  p_queue text, p_id text, p_parent_key text, p_now bigint
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_pq        text;
  v_pid       text;
  v_deleted   integer;
  v_remaining integer;
BEGIN
  SELECT parent_queue, parent_id INTO v_pq, v_pid
    FROM job WHERE queue = p_queue AND id = p_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id
      USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_pq IS NULL OR v_pid IS NULL THEN
    RETURN 1; -- no relationship
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM job WHERE queue = v_pq AND id = v_pid
  ) THEN
    RAISE EXCEPTION 'bullmq: missing parent %', p_parent_key
      USING ERRCODE = 'BM001', DETAIL = '-5';
  END IF;

  DELETE FROM job_dependency
   WHERE parent_queue = v_pq AND parent_id = v_pid
     AND child_key = p_queue || ':' || p_id;
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  IF v_deleted = 0 THEN
    RETURN 1;
  END IF;

  -- Detach the child and release the parent if it has no more pending deps.
  UPDATE job
     SET parent_queue = NULL, parent_id = NULL, parent_key = NULL
   WHERE queue = p_queue AND id = p_id;
  -- Serialize with concurrent child resolutions of the same parent (see
  -- move_to_completed) to avoid a pending_deps deadlock.
  PERFORM pg_advisory_xact_lock(
    hashtext('bullmq:parent:' || v_pq || ':' || v_pid));
  UPDATE job SET pending_deps = GREATEST(pending_deps - 1, 0)
   WHERE queue = v_pq AND id = v_pid
  RETURNING pending_deps INTO v_remaining;
  IF v_remaining = 0 THEN
    PERFORM move_parent_to_wait(v_pq, v_pid, p_now);
  END IF;
  RETURN 0;
END;
$$;

-- ── removeUnprocessedChildren: recursively remove a parent's still-pending
--    children (skipping active/locked ones), mirroring removeUnprocessedChildren-2.
--    Emits 'removed' for each child taken out; cascades clean up dependency rows.
CREATE FUNCTION remove_unprocessed_children(
  p_queue text, p_id text
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  r RECORD;
BEGIN
  FOR r IN
    WITH RECURSIVE subtree AS (
      SELECT j.queue AS q, j.id AS id
        FROM job_dependency d
        JOIN job j ON j.queue = d.child_queue AND j.id = d.child_id
       WHERE d.parent_queue = p_queue AND d.parent_id = p_id
         AND d.status = 'pending'
         AND j.state NOT IN ('active', 'failed', 'completed')
         AND j.lock_token IS NULL
      UNION
      SELECT j.queue, j.id
        FROM subtree s
        JOIN job_dependency d
          ON d.parent_queue = s.q AND d.parent_id = s.id AND d.status = 'pending'
        JOIN job j ON j.queue = d.child_queue AND j.id = d.child_id
       WHERE j.state NOT IN ('active', 'failed', 'completed')
         AND j.lock_token IS NULL
    )
    SELECT q, id FROM subtree
  LOOP
    -- Decrement the (live) parent's pending counter for direct children.
    UPDATE job p SET pending_deps = GREATEST(pending_deps - 1, 0)
      FROM job_dependency d
     WHERE d.child_queue = r.q AND d.child_id = r.id AND d.status = 'pending'
       AND p.queue = d.parent_queue AND p.id = d.parent_id;
    DELETE FROM job WHERE queue = r.q AND id = r.id;
    PERFORM publish_event(r.q, 'removed',
      jsonb_build_object('jobId', r.id, 'prev', 'waiting'));
  END LOOP;
END;
$$;

-- BullMQ PostgreSQL backend — duplicated flow jobs (schema version 30).
--
-- When a flow (or a plain add with a parent) references a job id that already
-- exists, BullMQ does not insert a second job; instead it re-attaches the
-- existing job to the new parent (mirrors handleDuplicatedJob +
-- updateExistingJobsParent):
--   * if the existing job already has a *different* parent that still exists,
--     the parent cannot be replaced → ErrorCode -7;
--   * otherwise the existing job is linked to the new parent. A still-pending
--     job becomes a pending dependency (incrementing the parent's counter); an
--     already-completed job is recorded as a processed dependency (carrying its
--     return value) and, if it clears the parent's last pending dependency, the
--     parent is released.
CREATE FUNCTION handle_duplicated_job(
  p_queue        text,
  p_id           text,
  p_parent_queue text,
  p_parent_id    text,
  p_parent_key   text,
  p_now          bigint
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_ex_pq     text;
  v_ex_pid    text;
  v_state     job_state;
  v_rv        jsonb;
  v_remaining integer;
  v_added     boolean;
BEGIN
  -- No new parent to attach: still a duplicate add, so announce it.
  IF p_parent_id IS NULL OR p_parent_queue IS NULL THEN
    PERFORM publish_event(p_queue, 'duplicated',
      jsonb_build_object('jobId', p_id));
    RETURN 0;
  END IF;

  SELECT parent_queue, parent_id, state, return_value
    INTO v_ex_pq, v_ex_pid, v_state, v_rv
    FROM job WHERE queue = p_queue AND id = p_id;

  -- The existing job already belongs to a different (still-existing) parent.
  IF v_ex_pq IS NOT NULL
     AND (v_ex_pq IS DISTINCT FROM p_parent_queue
          OR v_ex_pid IS DISTINCT FROM p_parent_id)
     AND EXISTS (
       SELECT 1 FROM job WHERE queue = v_ex_pq AND id = v_ex_pid
     ) THEN
    RETURN -7;
  END IF;

  IF v_state = 'completed' THEN
    -- Already finished: record a processed dependency (no pending increment)
    -- and release the parent if this was its last outstanding dependency.
    INSERT INTO job_dependency (
      parent_queue, parent_id, child_queue, child_id, child_key, status, value
    ) VALUES (
      p_parent_queue, p_parent_id, p_queue, p_id,
      p_queue || ':' || p_id, 'processed', v_rv
    )
    ON CONFLICT (parent_queue, parent_id, child_key)
      DO UPDATE SET status = 'processed', value = v_rv;

    SELECT pending_deps INTO v_remaining
      FROM job WHERE queue = p_parent_queue AND id = p_parent_id;
    IF COALESCE(v_remaining, 0) = 0 THEN
      PERFORM move_parent_to_wait(p_parent_queue, p_parent_id, p_now);
    END IF;
  ELSE
    -- Still pending: register a pending dependency and count it on the parent.
    INSERT INTO job_dependency (
      parent_queue, parent_id, child_queue, child_id, child_key, status
    ) VALUES (
      p_parent_queue, p_parent_id, p_queue, p_id,
      p_queue || ':' || p_id, 'pending'
    )
    ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    IF v_added THEN
      UPDATE job SET pending_deps = pending_deps + 1
       WHERE queue = p_parent_queue AND id = p_parent_id;
    END IF;
  END IF;

  -- Point the existing job at its new parent.
  UPDATE job
     SET parent_queue = p_parent_queue,
         parent_id    = p_parent_id,
         parent_key   = p_parent_key
   WHERE queue = p_queue AND id = p_id;

  PERFORM publish_event(p_queue, 'duplicated',
    jsonb_build_object('jobId', p_id));

  RETURN 0;
END;
$$;

-- Record one finished job into the queue/kind metrics (mirrors collectMetrics).
-- \`p_max\` is the worker's \`metrics.maxDataPoints\`; \`p_ts\` the finish timestamp.
CREATE FUNCTION collect_metrics(
  p_queue text, p_kind text, p_max integer, p_ts bigint
) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_count      bigint;
  v_prev_ts    bigint;
  v_prev_count bigint;
  v_data       bigint[];
  v_n          bigint;
  v_delta      bigint;
BEGIN
  -- Increment the cumulative count; v_count is the value BEFORE this job
  -- (matches Lua's \`HINCRBY count 1) - 1\`).
  INSERT INTO metrics (queue, kind, count, prev_ts, prev_count, data)
    VALUES (p_queue, p_kind, 1, NULL, 0, '{}')
  ON CONFLICT (queue, kind) DO UPDATE SET count = metrics.count + 1
  RETURNING count - 1, prev_ts, prev_count, data
    INTO v_count, v_prev_ts, v_prev_count, v_data;

  -- First data point only establishes the baseline.
  IF v_prev_ts IS NULL THEN
    UPDATE metrics SET prev_ts = p_ts, prev_count = 0
     WHERE queue = p_queue AND kind = p_kind;
    RETURN;
  END IF;

  -- Number of one-minute buckets elapsed since the last data point, capped.
  v_n := LEAST(p_ts / 60000 - v_prev_ts / 60000, p_max);
  IF v_n > 0 THEN
    v_delta := v_count - v_prev_count;
    -- Prepend N-1 zeros for the skipped (empty) minutes, then the delta for the
    -- minute of the previous data point. Mirrors Redis collectMetrics, which
    -- LPUSHes the delta first and then the zeros, leaving the zeros newest and
    -- the delta oldest within this chunk (data is newest-first).
    IF v_n > 1 THEN
      v_data := array_fill(0::bigint, ARRAY[(v_n - 1)::int])
                || ARRAY[v_delta]
                || v_data;
    ELSE
      v_data := ARRAY[v_delta] || v_data;
    END IF;
    -- Trim to the max number of data points.
    v_data := v_data[1 : p_max];
    UPDATE metrics
       SET data = v_data, prev_count = v_count, prev_ts = p_ts
     WHERE queue = p_queue AND kind = p_kind;
  END IF;
END;
$$;

-- BullMQ PostgreSQL backend — fused finish+fetch (schema version 32).
--
-- Redis's \`moveToFinished\` completes (or fails) the current job AND returns the
-- next job to process in a single round-trip / atomic script. The PostgreSQL
-- backend previously did this as two separate calls — \`move_to_completed\` (or
-- \`move_to_failed\`) followed by \`move_to_active\` — i.e. TWO transactions, hence
-- two commits and two WAL fsyncs per processed job. Processing is commit-bound
-- (each commit fsyncs the WAL under synchronous_commit=on), so paying two
-- commits per job roughly halves throughput versus one.
--
-- These wrappers fuse the two into a single function call — one transaction, one
-- commit — by simply invoking the existing, unchanged finish and claim functions
-- in sequence. No logic is duplicated: \`move_to_completed\` /
-- \`move_to_failed\` keep all their semantics (parent release, retention,
-- dedup, events, retries), and \`move_to_active\` keeps all of its
-- (delayed promotion, pause/concurrency/limiter checks, FOR UPDATE SKIP LOCKED
-- claim). The finish runs first; if it raises (BM001 lock/state errors) the
-- whole transaction rolls back and nothing is claimed — matching the old
-- behaviour where a failed finish never fetched a next job. The next job is
-- locked with the same worker token the finish used, exactly as the standalone
-- \`move_to_active\` did.
--
-- The worker passes \`fetchNext\`; when false the backend still calls the plain
-- finish functions, so these wrappers are only used on the hot processing loop.

-- ──────────────────────────────────────────────────────────────────────────
-- complete + claim next (0 or 1 job rows)
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION move_to_completed_fetch(
  p_queue            text,
  p_id               text,
  p_token            text,
  p_return_value     jsonb,
  p_finished_on      bigint,
  p_remove_all       boolean,
  p_keep_age         bigint,
  p_keep_count       integer,
  p_lock_ms          bigint,
  p_now              bigint,
  p_name             text,
  p_limiter_max      integer,
  p_limiter_duration bigint
) RETURNS SETOF job
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  PERFORM move_to_completed(
    p_queue, p_id, p_token, p_return_value,
    p_finished_on, p_remove_all, p_keep_age, p_keep_count);

  RETURN QUERY SELECT * FROM move_to_active(
    p_queue, p_token, p_lock_ms, p_now, p_name, p_limiter_max, p_limiter_duration);
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- fail (or retry) + claim next (0 or 1 job rows)
-- ──────────────────────────────────────────────────────────────────────────
CREATE FUNCTION move_to_failed_fetch(
  p_queue            text,
  p_id               text,
  p_token            text,
  p_failed_reason    text,
  p_stacktrace       jsonb,
  p_finished_on      bigint,
  p_remove_all       boolean,
  p_keep_age         bigint,
  p_keep_count       integer,
  p_lock_ms          bigint,
  p_now              bigint,
  p_name             text,
  p_limiter_max      integer,
  p_limiter_duration bigint
) RETURNS SETOF job
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  PERFORM move_to_failed(
    p_queue, p_id, p_token, p_failed_reason, p_stacktrace,
    p_finished_on, p_remove_all, p_keep_age, p_keep_count);

  RETURN QUERY SELECT * FROM move_to_active(
    p_queue, p_token, p_lock_ms, p_now, p_name, p_limiter_max, p_limiter_duration);
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- add_jobs_bulk: fast set-based bulk insert for INDEPENDENT jobs (no parents,
-- no deduplication). This is the common Queue.add_bulk case. Unlike
-- add_flow — which loops row-by-row to support flow trees, dedup and
-- mixed states — this inserts the whole batch with a single set-based INSERT
-- and emits the lifecycle events in one more set-based INSERT, so it is several
-- times faster. Returns the job ids in input order. Callers must route flows or
-- deduplicated jobs to add_flow instead.
CREATE FUNCTION add_jobs_bulk(p_queue text, p_entries jsonb)
RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_seq_name text := job_id_seq_name(p_queue);
BEGIN
  -- Ensure the per-queue id sequence exists (mirrors next_job_id).
  IF to_regclass(v_seq_name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('bullmq:jidseq:' || p_queue));
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', v_seq_name);
  END IF;

  DROP TABLE IF EXISTS pg_temp._bulk_inserted;
  DROP TABLE IF EXISTS pg_temp._bulk_result;

  CREATE TEMP TABLE _bulk_result ON COMMIT DROP AS
  WITH elems AS (
    SELECT value AS j, ord
      FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, ord)
  ),
  prepared AS (
    SELECT
      ord,
      COALESCE(NULLIF(j->>'id', ''), nextval(v_seq_name::regclass)::text) AS id,
      j->>'name'                                        AS name,
      COALESCE((j->>'data')::jsonb, '{}'::jsonb)        AS data,
      COALESCE(j->'opts', '{}'::jsonb)                  AS opts,
      COALESCE((j->>'priority')::integer, 0)            AS priority,
      COALESCE((j->>'delay')::bigint, 0)                AS delay,
      COALESCE((j->>'timestamp')::bigint, 0)            AS ts,
      COALESCE((j->>'attempts')::integer, 1)            AS attempts,
      j->>'schedulerId'                                 AS scheduler_id,
      COALESCE((j->>'lifo')::boolean, false)            AS lifo
      FROM elems
  ),
  -- Reserve one global FIFO seq per row and pair the ord-th smallest reserved
  -- value with the ord-th entry, so seq is strictly monotonic in input order
  -- regardless of evaluation order.
  reserved AS (
    SELECT ord, nextval('job_seq') AS s FROM prepared
  ),
  rr AS (SELECT s, row_number() OVER (ORDER BY s) AS rn FROM reserved),
  rp AS (SELECT prepared.*, row_number() OVER (ORDER BY ord) AS rn FROM prepared),
  final AS (
    SELECT rp.ord, rp.id, rp.name, rp.data, rp.opts, rp.priority, rp.delay,
           rp.ts, rp.attempts, rp.scheduler_id,
           CASE WHEN rp.lifo THEN -rr.s ELSE rr.s END AS seq,
           CASE WHEN rp.delay > 0 THEN 'delayed'::job_state
                ELSE 'waiting'::job_state END   AS state,
           CASE WHEN rp.delay > 0 THEN rp.ts + rp.delay ELSE NULL END AS process_at
      FROM rp JOIN rr ON rp.rn = rr.rn
  )
  SELECT * FROM final ORDER BY ord;

  -- Insert the batch, capturing ONLY the rows actually inserted: ON CONFLICT
  -- skips ids that already exist and in-batch duplicate ids. Events and the
  -- wakeup are driven from this set, so a batch that repeats or reuses an id
  -- does not emit spurious added/waiting/delayed events or a bogus NOTIFY —
  -- mirroring add_flow's per-row \`IF v_inserted\` gating.
  CREATE TEMP TABLE _bulk_inserted ON COMMIT DROP AS
  WITH ins AS (
    INSERT INTO job (
      queue, id, seq, name, state, data, opts, priority, delay_ms, max_attempts,
      added_at_ms, process_at_ms, scheduler_id, pending_deps
    )
    SELECT p_queue, id, seq, name, state, data, opts, priority, delay, attempts,
           ts, process_at, scheduler_id, 0
      FROM _bulk_result
    ON CONFLICT (queue, id) DO NOTHING
    RETURNING id, seq, name, state, process_at_ms
  )
  SELECT * FROM ins;

  -- One set-based event flush ('added' then the state event per inserted job),
  -- ordered by each inserted job's first input ordinality so stream ordering
  -- matches caller payload order even when seq is negated by LIFO.
  INSERT INTO event (queue, event, data, created_at_ms)
  WITH inserted AS (
    SELECT i.id, i.name, i.state, i.process_at_ms, MIN(r.ord) AS ord
      FROM _bulk_inserted i
      JOIN _bulk_result r USING (id)
     GROUP BY i.id, i.name, i.state, i.process_at_ms
  )
  SELECT p_queue, ev, dat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM (
      SELECT ord * 2       AS o, 'added' AS ev,
             jsonb_build_object('jobId', id, 'name', name) AS dat
        FROM inserted
      UNION ALL
      SELECT ord * 2 + 1,
             CASE WHEN state = 'waiting' THEN 'waiting' ELSE 'delayed' END,
             CASE WHEN state = 'waiting'
                  THEN jsonb_build_object('jobId', id)
                  ELSE jsonb_build_object('jobId', id, 'delay', process_at_ms) END
        FROM inserted
    ) q
   ORDER BY o;

  IF EXISTS (SELECT 1 FROM _bulk_inserted) THEN
    PERFORM pg_notify('bullmq_jobs', p_queue);
  END IF;

  RETURN QUERY SELECT id FROM _bulk_result ORDER BY ord;
END;
$$;
`,"0003_dedup_stale_key.sql":`-- BullMQ PostgreSQL backend — deduplication stale-key recovery.
--
-- Replaces \`deduplicate_job\` (created in 0002_functions.sql) to fix two ways a
-- deduplication key could outlive the job it points at:
--
--   1. Stale key: a key with no expiry is meant to disappear when its winner
--      finishes, but \`clean\`, \`drain\`, \`obliterate\` (and outages) delete the
--      job row without clearing the \`dedup\` row. Every later add then matched
--      that dead winner and was silently dropped, forever. Mirrors the Redis
--      \`recoverStaleDeduplicationKey\` include.
--   2. Orphaned proto-next: replacing a *delayed* winner left behind any
--      \`dedup_next\` payload stashed while that winner was previously active,
--      so it got resurrected when the replacement finished.
--
-- Only the function body changes — no schema/DDL change — so the signature is
-- identical and older clients keep working against the updated schema.

CREATE OR REPLACE FUNCTION deduplicate_job(
  p_queue text, p_dedup jsonb, p_job_id text, p_now bigint,
  p_name text, p_data jsonb, p_opts jsonb
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id       text    := p_dedup->>'id';
  v_ttl      bigint  := NULLIF(p_dedup->>'ttl', '')::bigint;
  v_extend   boolean := COALESCE((p_dedup->>'extend')::boolean, false);
  v_replace  boolean := COALESCE((p_dedup->>'replace')::boolean, false);
  v_keeplast boolean := COALESCE((p_dedup->>'keepLastIfActive')::boolean, false);
  v_cur      text;
  v_exp      bigint;
  v_state    job_state;
BEGIN
  IF v_id IS NULL OR v_id = '' THEN
    RETURN NULL;
  END IF;

  -- The current winner (only if the key is still live).
  SELECT job_id, expire_at_ms INTO v_cur, v_exp
    FROM dedup WHERE queue = p_queue AND dedup_id = v_id;
  IF v_cur IS NULL OR (v_exp IS NOT NULL AND v_exp <= p_now) THEN
    v_cur := NULL;
  ELSIF v_exp IS NULL AND NOT EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND id = v_cur
  ) THEN
    -- Stale key recovery (mirrors recoverStaleDeduplicationKey): a key with no
    -- expiry is meant to disappear when its winner finishes. If the job row is
    -- gone (clean, drain, obliterate, an outage…) the key is stale, so discard
    -- it together with any pending proto-next (which would otherwise be
    -- resurrected) and start a new window with the incoming job.
    DELETE FROM dedup WHERE queue = p_queue AND dedup_id = v_id;
    DELETE FROM dedup_next WHERE queue = p_queue AND dedup_id = v_id;
    v_cur := NULL;
  END IF;

  IF v_replace THEN
    IF v_cur IS NOT NULL THEN
      SELECT state INTO v_state
        FROM job WHERE queue = p_queue AND id = v_cur;
      IF v_state = 'delayed' THEN
        -- Drop the previous delayed job and take its place.
        DELETE FROM job WHERE queue = p_queue AND id = v_cur;
        PERFORM publish_event(p_queue, 'removed',
          jsonb_build_object('jobId', v_cur, 'prev', 'delayed'));
        PERFORM publish_event(p_queue, 'deduplicated',
          jsonb_build_object('jobId', p_job_id, 'deduplicationId', v_id,
            'deduplicatedJobId', v_cur));
        -- Discard any pending proto-next stashed while the replaced job was
        -- active, otherwise it would be resurrected when p_job_id finalizes.
        DELETE FROM dedup_next WHERE queue = p_queue AND dedup_id = v_id;
        IF v_keeplast THEN
          UPDATE dedup SET job_id = p_job_id, expire_at_ms = NULL
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSIF NOT v_extend AND COALESCE(v_ttl, 0) > 0 THEN
          -- KEEPTTL: keep the existing window, just swap the winner.
          UPDATE dedup SET job_id = p_job_id
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSE
          UPDATE dedup
             SET job_id = p_job_id,
                 expire_at_ms = CASE WHEN COALESCE(v_ttl, 0) > 0
                                     THEN p_now + v_ttl ELSE NULL END
           WHERE queue = p_queue AND dedup_id = v_id;
        END IF;
        RETURN NULL;
      ELSE
        -- Winner is not a removable delayed job: stash proto-next if it is
        -- active + keepLastIfActive, then deduplicate.
        PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
          v_keeplast, p_name, p_data, p_opts);
        RETURN v_cur;
      END IF;
    ELSE
      INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
        VALUES (p_queue, v_id, p_job_id,
          CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
               THEN p_now + v_ttl ELSE NULL END)
      ON CONFLICT (queue, dedup_id) DO UPDATE
        SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
      RETURN NULL;
    END IF;
  END IF;

  -- Without replace.
  IF COALESCE(v_ttl, 0) > 0 AND v_extend THEN
    IF v_cur IS NOT NULL THEN
      -- Stash proto-next if active+keepLast; else extend the window (or
      -- persist when keepLastIfActive). Either way keep the current winner.
      IF NOT dedup_store_next(p_queue, v_id, v_cur, p_job_id,
               v_keeplast, p_name, p_data, p_opts) THEN
        UPDATE dedup
           SET expire_at_ms = CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END
         WHERE queue = p_queue AND dedup_id = v_id;
      END IF;
      PERFORM publish_event(p_queue, 'deduplicated',
        jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
          'deduplicatedJobId', p_job_id));
      RETURN v_cur;
    END IF;
    INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
      VALUES (p_queue, v_id, p_job_id,
        CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END)
    ON CONFLICT (queue, dedup_id) DO UPDATE
      SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
    RETURN NULL;
  END IF;

  -- SET NX semantics (ttl>0 non-extend, or no ttl at all).
  IF v_cur IS NOT NULL THEN
    PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
      v_keeplast, p_name, p_data, p_opts);
    PERFORM publish_event(p_queue, 'deduplicated',
      jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
        'deduplicatedJobId', p_job_id));
    RETURN v_cur;
  END IF;

  INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
    VALUES (p_queue, v_id, p_job_id,
      CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
           THEN p_now + v_ttl ELSE NULL END)
  ON CONFLICT (queue, dedup_id) DO UPDATE
    SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
  RETURN NULL;
END;
$$;
`,"0004_relay.sql":`-- Relay: messaging between the nodes of a fleet (see the Relay class).
--
-- Additive migration: it only creates new relay_* objects and does not touch
-- the queue schema, so clients that don't use the relay are unaffected.
--
-- All routing logic lives here (and in the equivalent Lua scripts), so every
-- BullMQ runtime gets identical semantics. Error convention, as for the queue
-- functions: RAISE ... USING ERRCODE = 'BM001', DETAIL = '<negative code>'.
--   -1 invalid topic, -2 invalid pattern, -3 node not registered,
--   -4 data too large, -5 invalid id.

CREATE TABLE relay_node (
  ns text NOT NULL,
  node_id text NOT NULL,
  lease_until timestamptz NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_heartbeat timestamptz,
  -- As given by the node (name, host, pid, version...), for dashboards.
  info jsonb NOT NULL DEFAULT '{}',
  -- Unread inbox entries as of the last trim, and entries dropped by trims.
  backlog integer NOT NULL DEFAULT 0,
  dropped bigint NOT NULL DEFAULT 0,
  -- Ids of the inbox batch last fetched by the node (in flight until it is
  -- acknowledged): trims may remove them, but they are not dropped.
  in_flight bigint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (ns, node_id)
);

-- Sweeps remove expired nodes of every namespace, so an abandoned namespace
-- is cleaned by any node using the same schema.
CREATE INDEX relay_node_lease_idx ON relay_node (lease_until);
CREATE INDEX relay_node_registered_idx ON relay_node (ns, registered_at);

CREATE TABLE relay_subscription (
  ns text NOT NULL,
  node_id text NOT NULL,
  endpoint_id text NOT NULL,
  pattern text NOT NULL,
  -- Wildcard patterns only: their literal first segment, or '*' for wildcard
  -- roots. NULL for exact topics, which publishes find by pattern directly.
  root text,
  PRIMARY KEY (ns, pattern, node_id, endpoint_id),
  FOREIGN KEY (ns, node_id) REFERENCES relay_node (ns, node_id) ON DELETE CASCADE
);

CREATE INDEX relay_subscription_root_idx ON relay_subscription (ns, root);
CREATE INDEX relay_subscription_endpoint_idx
  ON relay_subscription (ns, node_id, endpoint_id);

CREATE TABLE relay_inbox (
  id bigserial PRIMARY KEY,
  ns text NOT NULL,
  node_id text NOT NULL,
  kind text NOT NULL,
  topic text NOT NULL,
  mid bigint NOT NULL,
  ts bigint NOT NULL,
  data text NOT NULL,
  endpoints text[] NOT NULL,
  FOREIGN KEY (ns, node_id) REFERENCES relay_node (ns, node_id) ON DELETE CASCADE
);

CREATE INDEX relay_inbox_node_idx ON relay_inbox (ns, node_id, id);

CREATE TABLE relay_retained (
  ns text NOT NULL,
  topic text NOT NULL,
  mid bigint NOT NULL,
  ts bigint NOT NULL,
  data text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (ns, topic)
);

-- Retained messages expire even if their namespace has no nodes left.
CREATE INDEX relay_retained_expiry_idx ON relay_retained (expires_at);

CREATE SEQUENCE relay_mid_seq;

-- Returns the segments of a valid topic (or pattern), or NULL if invalid.
-- Same grammar as includes/relayTopics.lua.
CREATE FUNCTION relay_parse_topic(p_value text, p_allow_wildcards boolean)
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_segments text[];
  v_count integer;
  v_segment text;
BEGIN
  IF p_value IS NULL OR octet_length(p_value) = 0
     OR octet_length(p_value) > 512 THEN
    RETURN NULL;
  END IF;
  v_segments := string_to_array(p_value, '.');
  v_count := cardinality(v_segments);
  IF v_count > 16 THEN
    RETURN NULL;
  END IF;
  FOR i IN 1..v_count LOOP
    v_segment := v_segments[i];
    IF p_allow_wildcards AND v_segment = '*' THEN
      CONTINUE;
    END IF;
    IF p_allow_wildcards AND v_segment = '>' THEN
      IF i <> v_count THEN
        RETURN NULL;
      END IF;
      CONTINUE;
    END IF;
    IF v_segment !~ '^[A-Za-z0-9_:%-]+$' THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN v_segments;
END;
$$;

CREATE FUNCTION relay_match_topic(p_pattern text[], p_topic text[])
RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_topic_count integer := cardinality(p_topic);
  v_pattern_count integer := cardinality(p_pattern);
BEGIN
  FOR i IN 1..v_pattern_count LOOP
    IF p_pattern[i] = '>' THEN
      RETURN v_topic_count >= i;
    END IF;
    IF i > v_topic_count THEN
      RETURN false;
    END IF;
    IF p_pattern[i] <> '*' AND p_pattern[i] <> p_topic[i] THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN v_pattern_count = v_topic_count;
END;
$$;

CREATE FUNCTION relay_is_valid_id(p_id text)
RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT p_id IS NOT NULL AND p_id ~ '^[A-Za-z0-9_-]{1,64}$';
$$;

-- Registers (or refreshes) a node. Reusing an expired, unswept node id
-- starts with a clean inbox and subscriptions; refreshing a live registration
-- preserves both.
CREATE FUNCTION relay_register_node(
  p_ns text, p_node text, p_lease_ms bigint, p_info jsonb
)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT relay_is_valid_id(p_node) THEN
    RAISE EXCEPTION 'bullmq: relay invalid node id %', p_node
      USING ERRCODE = 'BM001', DETAIL = '-5';
  END IF;
  DELETE FROM relay_node
   WHERE ns = p_ns AND node_id = p_node
     AND lease_until <= clock_timestamp();
  INSERT INTO relay_node (ns, node_id, lease_until, last_heartbeat, info)
  VALUES (
    p_ns, p_node, clock_timestamp() + p_lease_ms * interval '1 millisecond',
    clock_timestamp(), p_info
  )
  ON CONFLICT (ns, node_id)
  DO UPDATE SET lease_until = EXCLUDED.lease_until,
                last_heartbeat = EXCLUDED.last_heartbeat,
                info = EXCLUDED.info;
END;
$$;

-- Renews a node's lease. Returns false when the node is not registered or
-- its lease expired (even if not swept yet): the caller must register again
-- and restore its subscriptions.
CREATE FUNCTION relay_heartbeat(p_ns text, p_node text, p_lease_ms bigint)
RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE relay_node
     SET lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond',
         last_heartbeat = clock_timestamp()
   WHERE ns = p_ns AND node_id = p_node
     AND lease_until > clock_timestamp();
  RETURN FOUND;
END;
$$;

CREATE FUNCTION relay_unregister_node(p_ns text, p_node text)
RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM relay_node WHERE ns = p_ns AND node_id = p_node;
  RETURN FOUND;
END;
$$;

-- Removes up to p_limit expired nodes (their subscriptions and inbox go with
-- them) and up to p_limit expired retained messages, of every namespace, so
-- abandoned namespaces are cleaned too. Returns the removed nodes of p_ns.
CREATE FUNCTION relay_sweep(p_ns text, p_limit integer)
RETURNS SETOF text
LANGUAGE plpgsql AS $$
BEGIN
  WITH expired AS (
    SELECT r.ns, r.topic
      FROM relay_retained r
     WHERE r.expires_at < statement_timestamp()
     ORDER BY r.expires_at
     LIMIT p_limit
       FOR UPDATE SKIP LOCKED
  )
  DELETE FROM relay_retained r
   USING expired e
   WHERE r.ns = e.ns AND r.topic = e.topic;

  RETURN QUERY
    WITH expired AS (
      SELECT n.ns, n.node_id
        FROM relay_node n
       WHERE n.lease_until < clock_timestamp()
       ORDER BY n.lease_until
       LIMIT p_limit
         FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM relay_node n
       USING expired e
       WHERE n.ns = e.ns AND n.node_id = e.node_id
      RETURNING n.ns, n.node_id
    )
    SELECT removed.node_id FROM removed WHERE removed.ns = p_ns;
END;
$$;

-- Subscribes an endpoint to a pattern. For an exact topic the retained
-- message, if any, is returned atomically with the subscription.
--
-- Exact subscriptions and publishes on the same topic are serialized by an
-- advisory lock taken before either reads routing or retained state; each
-- statement after the lock gets a fresh READ COMMITTED snapshot, including
-- changes committed by the previous lock holder.
CREATE FUNCTION relay_subscribe(
  p_ns text, p_node text, p_endpoint text, p_pattern text
)
RETURNS TABLE (added boolean, retained_mid bigint, retained_ts bigint, retained_data text)
LANGUAGE plpgsql AS $$
DECLARE
  v_segments text[];
  v_has_wildcards boolean;
BEGIN
  IF NOT relay_is_valid_id(p_node) OR NOT relay_is_valid_id(p_endpoint) THEN
    RAISE EXCEPTION 'bullmq: relay invalid id'
      USING ERRCODE = 'BM001', DETAIL = '-5';
  END IF;
  v_segments := relay_parse_topic(p_pattern, true);
  IF v_segments IS NULL THEN
    RAISE EXCEPTION 'bullmq: relay invalid pattern %', p_pattern
      USING ERRCODE = 'BM001', DETAIL = '-2';
  END IF;
  v_has_wildcards := '*' = ANY (v_segments) OR '>' = ANY (v_segments);
  IF NOT v_has_wildcards THEN
    PERFORM pg_advisory_xact_lock(hashtext(p_ns), hashtext(p_pattern));
  END IF;

  -- Keep the live node registered until its subscription is stored.
  PERFORM 1 FROM relay_node
    WHERE ns = p_ns AND node_id = p_node
      AND lease_until > clock_timestamp()
    FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: relay node % not registered', p_node
      USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;

  INSERT INTO relay_subscription (ns, node_id, endpoint_id, pattern, root)
  VALUES (
    p_ns, p_node, p_endpoint, p_pattern,
    CASE
      WHEN NOT v_has_wildcards THEN NULL
      WHEN v_segments[1] IN ('*', '>') THEN '*'
      ELSE v_segments[1]
    END
  )
  ON CONFLICT DO NOTHING;
  added := FOUND;

  IF NOT v_has_wildcards THEN
    SELECT r.mid, r.ts, r.data
      INTO retained_mid, retained_ts, retained_data
      FROM relay_retained r
     WHERE r.ns = p_ns AND r.topic = p_pattern
       AND r.expires_at >= clock_timestamp();
  END IF;
  RETURN NEXT;
END;
$$;

CREATE FUNCTION relay_remove_endpoint(p_ns text, p_node text, p_endpoint text)
RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  WITH removed AS (
    DELETE FROM relay_subscription
     WHERE ns = p_ns AND node_id = p_node AND endpoint_id = p_endpoint
    RETURNING 1
  )
  SELECT count(*) INTO v_count FROM removed;
  RETURN v_count;
END;
$$;

-- Publishes a message: one inbox row per live node with matching
-- subscriptions, listing that node's endpoints (each endpoint once), and a
-- NOTIFY per node to wake it up.
CREATE FUNCTION relay_publish(
  p_ns text, p_topic text, p_data text, p_ts bigint,
  p_retain_ms bigint, p_max_size integer
)
RETURNS TABLE (message_id bigint, node_count integer, endpoint_count integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_segments text[];
  v_row record;
BEGIN
  v_segments := relay_parse_topic(p_topic, false);
  IF v_segments IS NULL THEN
    RAISE EXCEPTION 'bullmq: relay invalid topic %', p_topic
      USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF octet_length(p_data) > p_max_size THEN
    RAISE EXCEPTION 'bullmq: relay data too large'
      USING ERRCODE = 'BM001', DETAIL = '-4';
  END IF;

  -- See relay_subscribe.
  PERFORM pg_advisory_xact_lock(hashtext(p_ns), hashtext(p_topic));
  message_id := nextval('relay_mid_seq');
  node_count := 0;
  endpoint_count := 0;

  IF p_retain_ms > 0 THEN
    INSERT INTO relay_retained (ns, topic, mid, ts, data, expires_at)
    VALUES (
      p_ns, p_topic, message_id, p_ts, p_data,
      clock_timestamp() + p_retain_ms * interval '1 millisecond'
    )
    ON CONFLICT (ns, topic) DO UPDATE
      SET mid = EXCLUDED.mid, ts = EXCLUDED.ts, data = EXCLUDED.data,
          expires_at = EXCLUDED.expires_at;
  END IF;

  FOR v_row IN
    WITH matched AS (
      -- Exact subscriptions: a primary-key lookup, whatever their number.
      SELECT s.node_id, s.endpoint_id
        FROM relay_subscription s
       WHERE s.ns = p_ns AND s.pattern = p_topic
      UNION ALL
      -- Wildcard subscriptions: only those indexed under the topic's first
      -- segment (or a wildcard root) are matched one by one.
      SELECT s.node_id, s.endpoint_id
        FROM relay_subscription s
       WHERE s.ns = p_ns
         AND s.root IN (v_segments[1], '*')
         AND relay_match_topic(string_to_array(s.pattern, '.'), v_segments)
    ), live AS (
      -- Locks the target nodes so a concurrent sweep can't delete them before
      -- their inbox rows are inserted (the sweep skips locked nodes; a node it
      -- deleted first is simply not returned here).
      SELECT n.node_id
        FROM relay_node n
       WHERE n.ns = p_ns
         AND n.node_id IN (SELECT matched.node_id FROM matched)
         AND n.lease_until >= clock_timestamp()
         FOR KEY SHARE
    )
    INSERT INTO relay_inbox (ns, node_id, kind, topic, mid, ts, data, endpoints)
    SELECT p_ns, m.node_id, 'msg', p_topic, message_id, p_ts, p_data,
           array_agg(DISTINCT m.endpoint_id ORDER BY m.endpoint_id)
      FROM matched m
      JOIN live l ON l.node_id = m.node_id
     GROUP BY m.node_id
    RETURNING relay_inbox.node_id AS node_id,
              cardinality(relay_inbox.endpoints) AS endpoint_total
  LOOP
    node_count := node_count + 1;
    endpoint_count := endpoint_count + v_row.endpoint_total;
    PERFORM pg_notify('bullmq_relay', p_ns || ':' || v_row.node_id);
  END LOOP;

  RETURN NEXT;
END;
$$;

-- Acknowledges (deletes) the given inbox entries, then returns the oldest
-- remaining ones. Acknowledging by id rather than reading after a cursor never
-- skips a row whose transaction committed late. Returns nothing while the
-- node's lease is expired: its pending entries belong to a registration that
-- recovery replaces, so they must not be delivered after it. The returned
-- ids are recorded as in flight on the node, atomically with the read (the
-- node row lock serializes it with trims), so a trim that runs before the
-- reader gets them does not count them as dropped.
CREATE FUNCTION relay_read_inbox(
  p_ns text, p_node text, p_ack bigint[], p_limit integer
)
RETURNS SETOF relay_inbox
LANGUAGE plpgsql AS $$
DECLARE
  v_rows relay_inbox[];
BEGIN
  -- Lock the node before its inbox rows, as relay_trim_inbox does.
  PERFORM 1 FROM relay_node
    WHERE ns = p_ns AND node_id = p_node
    FOR NO KEY UPDATE;
  IF cardinality(p_ack) > 0 THEN
    DELETE FROM relay_inbox
     WHERE ns = p_ns AND node_id = p_node AND id = ANY (p_ack);
  END IF;
  SELECT coalesce(array_agg(b ORDER BY b.id), '{}') INTO v_rows
    FROM (
      SELECT i.*
        FROM relay_inbox i
       WHERE i.ns = p_ns AND i.node_id = p_node
         AND EXISTS (
           SELECT 1
             FROM relay_node n
            WHERE n.ns = p_ns AND n.node_id = p_node
              AND n.lease_until > clock_timestamp()
         )
       ORDER BY i.id
       LIMIT p_limit
    ) b;
  UPDATE relay_node
     SET in_flight = ARRAY(SELECT r.id FROM unnest(v_rows) r)
   WHERE ns = p_ns AND node_id = p_node;
  RETURN QUERY SELECT r.* FROM unnest(v_rows) r ORDER BY r.id;
END;
$$;

-- Removes the consumed entries of a node's inbox (the ids of its last read
-- batch) and the oldest entries beyond p_max_len, and returns the number of
-- entries left: the messages the node hasn't read yet. The backlog and the
-- number of dropped entries are recorded on the node. Entries of the batch in
-- flight are delivered by the reader, so they are not counted as dropped.
CREATE FUNCTION relay_trim_inbox(
  p_ns text, p_node text, p_ack bigint[], p_max_len integer
)
RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_oldest_kept bigint;
  v_dropped integer := 0;
  v_count integer;
  v_in_flight bigint[];
BEGIN
  -- Lock the node before its inbox rows, in the same order as unregistering
  -- and sweeping (which delete the node, then cascade to its inbox).
  SELECT in_flight INTO v_in_flight FROM relay_node
    WHERE ns = p_ns AND node_id = p_node
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;

  IF cardinality(p_ack) > 0 THEN
    DELETE FROM relay_inbox
     WHERE ns = p_ns AND node_id = p_node AND id = ANY (p_ack);
  END IF;

  SELECT id INTO v_oldest_kept
    FROM relay_inbox
   WHERE ns = p_ns AND node_id = p_node
   ORDER BY id DESC
  OFFSET p_max_len - 1
   LIMIT 1;
  IF v_oldest_kept IS NOT NULL THEN
    WITH removed AS (
      DELETE FROM relay_inbox
       WHERE ns = p_ns AND node_id = p_node AND id < v_oldest_kept
      RETURNING id
    )
    SELECT count(*)::integer INTO v_dropped
      FROM removed
     WHERE removed.id <> ALL (v_in_flight);
  END IF;

  SELECT count(*)::integer INTO v_count
    FROM relay_inbox
   WHERE ns = p_ns AND node_id = p_node;
  UPDATE relay_node
     SET backlog = v_count, dropped = dropped + v_dropped
   WHERE ns = p_ns AND node_id = p_node;
  RETURN v_count;
END;
$$;

-- Deletes the retained message of a topic; returns whether there was one.
CREATE FUNCTION relay_delete_retained(p_ns text, p_topic text)
RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF relay_parse_topic(p_topic, false) IS NULL THEN
    RAISE EXCEPTION 'bullmq: relay invalid topic %', p_topic
      USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  -- Same lock as publishes and exact subscriptions of the topic.
  PERFORM pg_advisory_xact_lock(hashtext(p_ns), hashtext(p_topic));
  DELETE FROM relay_retained
   WHERE ns = p_ns AND topic = p_topic
     AND expires_at >= clock_timestamp();
  RETURN FOUND;
END;
$$;

-- Read-only getters, for dashboards. Pages are inclusive [p_start, p_end]
-- positions (p_end < 0: to the end); orders match the Redis backend (bytewise
-- on the same composite values), so pagination behaves the same.

CREATE FUNCTION relay_ms(p_time timestamptz)
RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT floor(extract(epoch FROM p_time) * 1000)::bigint;
$$;

CREATE FUNCTION relay_page_limit(p_start integer, p_end integer)
RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_end < 0 THEN NULL ELSE greatest(p_end - p_start + 1, 0) END;
$$;

CREATE FUNCTION relay_get_counts(p_ns text)
RETURNS TABLE (nodes integer, subscriptions integer, patterns integer, retained integer)
LANGUAGE sql STABLE AS $$
  SELECT
    (SELECT count(*)::integer FROM relay_node WHERE ns = p_ns),
    (SELECT count(*)::integer FROM relay_subscription WHERE ns = p_ns),
    (SELECT count(DISTINCT pattern)::integer
       FROM relay_subscription WHERE ns = p_ns),
    (SELECT count(*)::integer FROM relay_retained
      WHERE ns = p_ns AND expires_at > clock_timestamp());
$$;

-- Nodes by registration. A node whose lease expired (not swept yet) is listed
-- without its info and stats, as on Redis.
CREATE FUNCTION relay_get_nodes(p_ns text, p_start integer, p_end integer)
RETURNS TABLE (
  node_id text, registered_at bigint, lease_until bigint, info jsonb,
  last_heartbeat bigint, backlog integer, dropped bigint, subscriptions integer
)
LANGUAGE sql STABLE AS $$
  SELECT n.node_id, relay_ms(n.registered_at), relay_ms(n.lease_until),
         CASE WHEN n.lease_until > clock_timestamp() THEN n.info END,
         CASE WHEN n.lease_until > clock_timestamp()
              THEN relay_ms(n.last_heartbeat) END,
         CASE WHEN n.lease_until > clock_timestamp() THEN n.backlog ELSE 0 END,
         CASE WHEN n.lease_until > clock_timestamp() THEN n.dropped ELSE 0 END,
         (SELECT count(*)::integer FROM relay_subscription s
           WHERE s.ns = n.ns AND s.node_id = n.node_id)
    FROM relay_node n
   WHERE n.ns = p_ns
   ORDER BY n.registered_at, n.node_id COLLATE "C"
  OFFSET p_start
   LIMIT relay_page_limit(p_start, p_end);
$$;

-- All subscriptions (by node, endpoint, pattern), or those of a node (by
-- endpoint, pattern) or of a pattern (by node, endpoint).
CREATE FUNCTION relay_get_subscriptions(
  p_ns text, p_node text, p_pattern text, p_start integer, p_end integer
)
RETURNS TABLE (node_id text, endpoint_id text, pattern text)
LANGUAGE sql STABLE AS $$
  SELECT s.node_id, s.endpoint_id, s.pattern
    FROM relay_subscription s
   WHERE s.ns = p_ns
     AND (p_node IS NULL OR s.node_id = p_node)
     AND (p_pattern IS NULL OR s.pattern = p_pattern)
   ORDER BY (CASE
              WHEN p_node IS NOT NULL THEN s.endpoint_id || '|' || s.pattern
              WHEN p_pattern IS NOT NULL THEN s.node_id || '|' || s.endpoint_id
              ELSE s.node_id || '|' || s.endpoint_id || '|' || s.pattern
            END) COLLATE "C"
  OFFSET p_start
   LIMIT relay_page_limit(p_start, p_end);
$$;

CREATE FUNCTION relay_get_patterns(p_ns text, p_start integer, p_end integer)
RETURNS TABLE (pattern text, subscriptions integer)
LANGUAGE sql STABLE AS $$
  SELECT s.pattern, count(*)::integer
    FROM relay_subscription s
   WHERE s.ns = p_ns
   GROUP BY s.pattern
   ORDER BY s.pattern COLLATE "C"
  OFFSET p_start
   LIMIT relay_page_limit(p_start, p_end);
$$;

CREATE FUNCTION relay_get_retained(p_ns text, p_start integer, p_end integer)
RETURNS TABLE (topic text, expires_at bigint, mid bigint, ts bigint, data text)
LANGUAGE sql STABLE AS $$
  SELECT r.topic, relay_ms(r.expires_at), r.mid, r.ts, r.data
    FROM relay_retained r
   WHERE r.ns = p_ns AND r.expires_at > clock_timestamp()
   ORDER BY r.expires_at, r.topic COLLATE "C"
  OFFSET p_start
   LIMIT relay_page_limit(p_start, p_end);
$$;

-- Namespaces with live nodes or retained messages.
CREATE FUNCTION relay_get_namespaces()
RETURNS SETOF text
LANGUAGE sql STABLE AS $$
  SELECT u.ns FROM (
    SELECT ns FROM relay_node WHERE lease_until > clock_timestamp()
    UNION
    SELECT ns FROM relay_retained WHERE expires_at > clock_timestamp()
  ) u
  ORDER BY u.ns COLLATE "C";
$$;
`,"0005_flow_parent_release.sql":`-- BullMQ PostgreSQL backend — deferred flow parent release (schema version 5).
--
-- When a flow references a child job id that already exists and is already
-- completed, \`handle_duplicated_job\` recorded the processed dependency and
-- immediately released the parent if it had no pending dependencies left.
-- Inside \`add_flow\` that check runs while the rest of the tree has not been
-- inserted yet, so a parent could be released (and picked up by a worker)
-- while later siblings were still being attached to it.
--
-- \`handle_duplicated_job\` gains a \`p_defer_release\` flag: when set it only
-- records the processed dependency. \`add_flow\` sets it and, once the whole
-- tree has been inserted, validates every parent touched by the flow and
-- releases the ones that genuinely have no pending dependencies left.

-- ──────────────────────────────────────────────────────────────────────────
-- handle_duplicated_job: re-attach an already-existing job to a new parent.
-- ──────────────────────────────────────────────────────────────────────────
DROP FUNCTION IF EXISTS handle_duplicated_job(
  text, text, text, text, text, bigint);

CREATE FUNCTION handle_duplicated_job(
  p_queue         text,
  p_id            text,
  p_parent_queue  text,
  p_parent_id     text,
  p_parent_key    text,
  p_now           bigint,
  p_defer_release boolean DEFAULT false
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_ex_pq     text;
  v_ex_pid    text;
  v_state     job_state;
  v_rv        jsonb;
  v_remaining integer;
  v_added     boolean;
BEGIN
  -- No new parent to attach: still a duplicate add, so announce it.
  IF p_parent_id IS NULL OR p_parent_queue IS NULL THEN
    PERFORM publish_event(p_queue, 'duplicated',
      jsonb_build_object('jobId', p_id));
    RETURN 0;
  END IF;

  SELECT parent_queue, parent_id, state, return_value
    INTO v_ex_pq, v_ex_pid, v_state, v_rv
    FROM job WHERE queue = p_queue AND id = p_id;

  -- The existing job already belongs to a different (still-existing) parent.
  IF v_ex_pq IS NOT NULL
     AND (v_ex_pq IS DISTINCT FROM p_parent_queue
          OR v_ex_pid IS DISTINCT FROM p_parent_id)
     AND EXISTS (
       SELECT 1 FROM job WHERE queue = v_ex_pq AND id = v_ex_pid
     ) THEN
    RETURN -7;
  END IF;

  IF v_state = 'completed' THEN
    -- Already finished: record a processed dependency (no pending increment)
    -- and release the parent if this was its last outstanding dependency.
    INSERT INTO job_dependency (
      parent_queue, parent_id, child_queue, child_id, child_key, status, value
    ) VALUES (
      p_parent_queue, p_parent_id, p_queue, p_id,
      p_queue || ':' || p_id, 'processed', v_rv
    )
    ON CONFLICT (parent_queue, parent_id, child_key)
      DO UPDATE SET status = 'processed', value = v_rv;

    -- Within a flow insert the parent may still be waiting for siblings that
    -- have not been inserted yet, so the release is validated by the caller
    -- once the whole tree is in.
    IF NOT p_defer_release THEN
      SELECT pending_deps INTO v_remaining
        FROM job WHERE queue = p_parent_queue AND id = p_parent_id;
      IF COALESCE(v_remaining, 0) = 0 THEN
        PERFORM move_parent_to_wait(p_parent_queue, p_parent_id, p_now);
      END IF;
    END IF;
  ELSE
    -- Still pending: register a pending dependency and count it on the parent.
    INSERT INTO job_dependency (
      parent_queue, parent_id, child_queue, child_id, child_key, status
    ) VALUES (
      p_parent_queue, p_parent_id, p_queue, p_id,
      p_queue || ':' || p_id, 'pending'
    )
    ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    IF v_added THEN
      UPDATE job SET pending_deps = pending_deps + 1
       WHERE queue = p_parent_queue AND id = p_parent_id;
    END IF;
  END IF;

  -- Point the existing job at its new parent.
  UPDATE job
     SET parent_queue = p_parent_queue,
         parent_id    = p_parent_id,
         parent_key   = p_parent_key
   WHERE queue = p_queue AND id = p_id;

  PERFORM publish_event(p_queue, 'duplicated',
    jsonb_build_object('jobId', p_id));

  RETURN 0;
END;
$$;

-- ──────────────────────────────────────────────────────────────────────────
-- add_flow: insert a whole tree atomically, releasing parents only at the end.
-- ──────────────────────────────────────────────────────────────────────────
CREATE OR REPLACE FUNCTION add_flow(p_entries jsonb) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  e              jsonb;
  v_id           text;
  v_seq          bigint;
  v_state        job_state;
  v_process_at   bigint;
  v_queue        text;
  v_delay        bigint;
  v_timestamp    bigint;
  v_lifo         boolean;
  v_parent_queue text;
  v_parent_id    text;
  v_awc          boolean;
  v_dedup_id     text;
  v_dedup        jsonb;
  v_winner       text;
  v_inserted     boolean;
  v_code         integer;
  -- Lifecycle-event accumulation. Rather than PERFORM publish_event per
  -- job (which turns a 1000-job addBulk into ~2000 extra statement executions —
  -- the dominant cost of a single-connection bulk add), events are collected
  -- here and flushed in ONE set-based INSERT after the loop. Appending to a
  -- plpgsql-local array is amortized O(1) (read-write "expanded array"), so this
  -- stays O(n).
  v_ev_queue     text[]  := '{}';
  v_ev_event     text[]  := '{}';
  v_ev_data      jsonb[] := '{}';
  v_notify_jobs  text[]  := '{}';
  v_max          integer;
  -- Parents touched by this flow; validated once the whole tree is inserted.
  v_parents_q    text[]  := '{}';
  v_parents_id   text[]  := '{}';
  v_failed_parents_q  text[] := '{}';
  v_failed_parents_id text[] := '{}';
  v_pq           text;
  v_pid          text;
  v_remaining    integer;
  v_now          bigint;
BEGIN
  FOR e IN SELECT value FROM jsonb_array_elements(p_entries)
  LOOP
    v_queue        := e ->> 'queue';
    v_id           := COALESCE(e ->> 'id', '');
    v_delay        := COALESCE((e ->> 'delay')::bigint, 0);
    v_timestamp    := COALESCE((e ->> 'timestamp')::bigint, 0);
    v_lifo         := COALESCE((e ->> 'lifo')::boolean, false);
    v_parent_queue := e ->> 'parentQueue';
    v_parent_id    := e ->> 'parentId';
    v_awc          := COALESCE((e ->> 'addToWaitingChildren')::boolean, false);
    v_dedup_id     := e ->> 'dedupId';

    -- Serialize dedup operations for this id (matches add_job and the finish
    -- paths: advisory lock taken before the id-counter INCR below).
    IF v_dedup_id IS NOT NULL AND v_dedup_id <> '' THEN
      PERFORM pg_advisory_xact_lock(
        hashtext('bullmq:dedup:' || v_queue || ':' || v_dedup_id));
    END IF;

    IF v_id IS NULL OR v_id = '' THEN
      v_id := next_job_id(v_queue);
    END IF;

    -- Root deduplication: if a live key already won, return its id and skip
    -- inserting this job (and, because it never exists, its descendants).
    IF v_dedup_id IS NOT NULL AND v_dedup_id <> '' THEN
      v_dedup := COALESCE(e -> 'opts' -> 'deduplication',
                          e -> 'opts' -> 'debounce',
                          jsonb_build_object('id', v_dedup_id));
      v_winner := deduplicate_job(v_queue, v_dedup, v_id, v_timestamp,
        e ->> 'name', COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
        COALESCE(e -> 'opts', '{}'::jsonb));
      IF v_winner IS NOT NULL THEN
        RETURN NEXT v_winner;
        CONTINUE;
      END IF;
    END IF;

    -- An entry whose parent does not exist (a child of a deduplicated root, or
    -- a genuinely missing parent) is not inserted; report -5 as addJob does,
    -- without aborting the rest of the flow.
    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM job
          WHERE queue = v_parent_queue AND id = v_parent_id
       ) THEN
      RETURN NEXT '-5';
      CONTINUE;
    END IF;

    v_seq := nextval('job_seq');
    IF v_lifo THEN
      v_seq := -v_seq;
    END IF;

    IF v_awc THEN
      v_state := 'waiting-children';
      v_process_at := NULL;
    ELSIF v_delay > 0 THEN
      v_state := 'delayed';
      v_process_at := v_timestamp + v_delay;
    ELSE
      v_state := 'waiting';
      v_process_at := NULL;
    END IF;

    INSERT INTO job (
      queue, id, seq, name, state,
      data, opts, priority, delay_ms, max_attempts,
      added_at_ms, process_at_ms,
      dedup_id, scheduler_id,
      parent_queue, parent_id, parent_key, pending_deps
    ) VALUES (
      v_queue, v_id, v_seq, e ->> 'name', v_state,
      COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
      COALESCE(e -> 'opts', '{}'::jsonb),
      COALESCE((e ->> 'priority')::integer, 0), v_delay,
      COALESCE((e ->> 'attempts')::integer, 1),
      v_timestamp, v_process_at,
      e ->> 'dedupId', e ->> 'schedulerId',
      v_parent_queue, v_parent_id, e ->> 'parentKey', 0
    )
    ON CONFLICT (queue, id) DO NOTHING;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;

    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL THEN
      v_parents_q  := array_append(v_parents_q, v_parent_queue);
      v_parents_id := array_append(v_parents_id, v_parent_id);

      IF v_inserted THEN
        -- New job: register a pending dependency on its parent.
        INSERT INTO job_dependency (
          parent_queue, parent_id, child_queue, child_id, child_key, status
        ) VALUES (
          v_parent_queue, v_parent_id, v_queue, v_id,
          v_queue || ':' || v_id, 'pending'
        )
        ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;

        UPDATE job
           SET pending_deps = pending_deps + 1
         WHERE queue = v_parent_queue AND id = v_parent_id;
      ELSE
        -- The job already existed: re-attach it to this new parent (mirrors
        -- handleDuplicatedJob). -7 means it already has a different parent.
        -- The parent is never released here: the rest of the tree is not in
        -- yet, so that check is deferred to the end of the flow.
        v_code := handle_duplicated_job(v_queue, v_id,
          v_parent_queue, v_parent_id, e ->> 'parentKey', v_timestamp, true);
        IF v_code = -7 THEN
          v_failed_parents_q  := array_append(v_failed_parents_q, v_parent_queue);
          v_failed_parents_id := array_append(v_failed_parents_id, v_parent_id);
          RETURN NEXT '-7';
          CONTINUE;
        END IF;
      END IF;
    END IF;

    -- Accumulate lifecycle events for newly-inserted jobs; they are flushed in
    -- a single set-based INSERT after the loop. Accumulation order (per job:
    -- 'added' then the state event, in job order) is what the flush replays via
    -- WITH ORDINALITY, preserving the stream ordering the per-row publish gave.
    IF v_inserted THEN
      -- Every stored job announces itself (mirrors storeJob.lua's 'added').
      v_ev_queue := array_append(v_ev_queue, v_queue);
      v_ev_event := array_append(v_ev_event, 'added');
      v_ev_data  := array_append(v_ev_data,
        jsonb_build_object('jobId', v_id, 'name', e ->> 'name'));
      IF v_state = 'waiting' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'waiting');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'delayed' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'delayed');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id, 'delay', v_process_at));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'waiting-children' THEN
        v_ev_queue := array_append(v_ev_queue, v_queue);
        v_ev_event := array_append(v_ev_event, 'waiting-children');
        v_ev_data  := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
      END IF;
    END IF;

    RETURN NEXT v_id;
  END LOOP;

  -- ── Flush accumulated lifecycle events in one statement ──────────────────
  IF array_length(v_ev_queue, 1) > 0 THEN
    -- Single set-based append. The id DEFAULT nextval('event_seq') is
    -- assigned in ordinality order (the ORDER BY pins row-production order), so
    -- the stream keeps each job's 'added' → state-event ordering.
    INSERT INTO event (queue, event, data, created_at_ms)
    SELECT q, ev, dat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM unnest(v_ev_queue, v_ev_event, v_ev_data)
             WITH ORDINALITY AS t(q, ev, dat, ord)
     ORDER BY ord;

    -- One 'bullmq_events' wakeup per distinct queue, then trim that queue's
    -- stream once (not per publish). A non-blocking advisory lock keeps at most
    -- one trimmer per queue; publishers that miss it skip (the next flush covers
    -- the same rows). Matches publish_event's approximate-MAXLEN trim.
    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_ev_queue) AS q LOOP
      PERFORM pg_notify('bullmq_events', v_queue);

      SELECT value::integer INTO v_max
        FROM meta
       WHERE queue = v_queue AND field = 'opts.maxLenEvents';
      IF v_max IS NULL THEN
        v_max := 10000;
      END IF;
      IF v_max > 0
         AND pg_try_advisory_xact_lock(hashtext('bullmq:evtrim:' || v_queue))
      THEN
        DELETE FROM event
         WHERE queue = v_queue
           AND id <= (SELECT max(id) FROM event WHERE queue = v_queue)
                     - v_max;
      END IF;
    END LOOP;

    -- One 'bullmq_jobs' wakeup per distinct queue that gained a runnable job.
    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_notify_jobs) AS q LOOP
      PERFORM pg_notify('bullmq_jobs', v_queue);
    END LOOP;
  END IF;

  -- ── Release parents left without pending dependencies ────────────────────
  -- Now that every node of the flow is in, a parent whose dependencies were
  -- all already-completed jobs (so nothing pending was ever registered) can
  -- safely be released. move_parent_to_wait is a no-op for any parent that is
  -- not in waiting-children, so this is safe for every parent of the flow.
  IF array_length(v_parents_q, 1) > 0 THEN
    v_now := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    FOR v_pq, v_pid IN
      SELECT DISTINCT pq, pid
        FROM unnest(v_parents_q, v_parents_id) AS t(pq, pid)
       WHERE NOT EXISTS (
         SELECT 1
           FROM unnest(v_failed_parents_q, v_failed_parents_id) AS f(pq, pid)
          WHERE f.pq = t.pq AND f.pid = t.pid
       )
    LOOP
      SELECT pending_deps INTO v_remaining
        FROM job WHERE queue = v_pq AND id = v_pid;
      IF COALESCE(v_remaining, 0) = 0 THEN
        PERFORM move_parent_to_wait(v_pq, v_pid, v_now);
      END IF;
    END LOOP;
  END IF;
END;
$$;
`,"0006_dedup_reschedule.sql":`-- Reschedule delayed deduplication winners without replacing their payload.
CREATE OR REPLACE FUNCTION deduplicate_job(
  p_queue text, p_dedup jsonb, p_job_id text, p_now bigint,
  p_name text, p_data jsonb, p_opts jsonb
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_id       text    := p_dedup->>'id';
  v_ttl      bigint  := NULLIF(p_dedup->>'ttl', '')::bigint;
  v_extend   boolean := COALESCE((p_dedup->>'extend')::boolean, false);
  v_replace  boolean := COALESCE((p_dedup->>'replace')::boolean, false);
  v_keeplast boolean := COALESCE((p_dedup->>'keepLastIfActive')::boolean, false);
  v_delay    bigint;
  v_cur      text;
  v_exp      bigint;
  v_state    job_state;
BEGIN
  IF v_id IS NULL OR v_id = '' THEN
    RETURN NULL;
  END IF;

  -- Lock the dedup row before touching the winner job row, matching the
  -- dedup -> job lock order used by removal (dedup_on_removal, then DELETE job).
  SELECT job_id, expire_at_ms INTO v_cur, v_exp
    FROM dedup WHERE queue = p_queue AND dedup_id = v_id
    FOR UPDATE;
  IF v_cur IS NULL OR (v_exp IS NOT NULL AND v_exp <= p_now) THEN
    v_cur := NULL;
  ELSIF v_exp IS NULL AND NOT EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND id = v_cur
  ) THEN
    DELETE FROM dedup WHERE queue = p_queue AND dedup_id = v_id;
    DELETE FROM dedup_next WHERE queue = p_queue AND dedup_id = v_id;
    v_cur := NULL;
  END IF;

  IF v_replace THEN
    IF v_cur IS NOT NULL THEN
      SELECT state INTO v_state
        FROM job WHERE queue = p_queue AND id = v_cur;
      IF v_state = 'delayed' THEN
        DELETE FROM job WHERE queue = p_queue AND id = v_cur;
        PERFORM publish_event(p_queue, 'removed',
          jsonb_build_object('jobId', v_cur, 'prev', 'delayed'));
        PERFORM publish_event(p_queue, 'deduplicated',
          jsonb_build_object('jobId', p_job_id, 'deduplicationId', v_id,
            'deduplicatedJobId', v_cur));
        DELETE FROM dedup_next WHERE queue = p_queue AND dedup_id = v_id;
        IF v_keeplast THEN
          UPDATE dedup SET job_id = p_job_id, expire_at_ms = NULL
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSIF NOT v_extend AND COALESCE(v_ttl, 0) > 0 THEN
          UPDATE dedup SET job_id = p_job_id
           WHERE queue = p_queue AND dedup_id = v_id;
        ELSE
          UPDATE dedup
             SET job_id = p_job_id,
                 expire_at_ms = CASE WHEN COALESCE(v_ttl, 0) > 0
                                     THEN p_now + v_ttl ELSE NULL END
           WHERE queue = p_queue AND dedup_id = v_id;
        END IF;
        RETURN NULL;
      ELSE
        PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
          v_keeplast, p_name, p_data, p_opts);
        RETURN v_cur;
      END IF;
    ELSE
      INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
        VALUES (p_queue, v_id, p_job_id,
          CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
               THEN p_now + v_ttl ELSE NULL END)
      ON CONFLICT (queue, dedup_id) DO UPDATE
        SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
      RETURN NULL;
    END IF;
  END IF;

  IF v_cur IS NOT NULL AND COALESCE((p_dedup->>'reschedule')::boolean, false) THEN
    v_delay := COALESCE((p_opts->>'delay')::bigint, 0);
    UPDATE job SET delay_ms = v_delay,
                   process_at_ms = p_now + GREATEST(v_delay, 0)
     WHERE queue = p_queue AND id = v_cur AND state = 'delayed';
    IF FOUND THEN
      PERFORM publish_event(p_queue, 'delayed',
        jsonb_build_object('jobId', v_cur, 'delay', p_now + GREATEST(v_delay, 0)));
      PERFORM pg_notify('bullmq_jobs', p_queue);
    END IF;
  END IF;

  IF COALESCE(v_ttl, 0) > 0 AND v_extend THEN
    IF v_cur IS NOT NULL THEN
      IF NOT dedup_store_next(p_queue, v_id, v_cur, p_job_id,
               v_keeplast, p_name, p_data, p_opts) THEN
        UPDATE dedup
           SET expire_at_ms = CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END
         WHERE queue = p_queue AND dedup_id = v_id;
      END IF;
      PERFORM publish_event(p_queue, 'deduplicated',
        jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
          'deduplicatedJobId', p_job_id));
      RETURN v_cur;
    END IF;
    INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
      VALUES (p_queue, v_id, p_job_id,
        CASE WHEN v_keeplast THEN NULL ELSE p_now + v_ttl END)
    ON CONFLICT (queue, dedup_id) DO UPDATE
      SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
    RETURN NULL;
  END IF;

  IF v_cur IS NOT NULL THEN
    PERFORM dedup_store_next(p_queue, v_id, v_cur, p_job_id,
      v_keeplast, p_name, p_data, p_opts);
    PERFORM publish_event(p_queue, 'deduplicated',
      jsonb_build_object('jobId', v_cur, 'deduplicationId', v_id,
        'deduplicatedJobId', p_job_id));
    RETURN v_cur;
  END IF;

  INSERT INTO dedup (queue, dedup_id, job_id, expire_at_ms)
    VALUES (p_queue, v_id, p_job_id,
      CASE WHEN NOT v_keeplast AND COALESCE(v_ttl, 0) > 0
           THEN p_now + v_ttl ELSE NULL END)
  ON CONFLICT (queue, dedup_id) DO UPDATE
    SET job_id = EXCLUDED.job_id, expire_at_ms = EXCLUDED.expire_at_ms;
  RETURN NULL;
END;
$$;
`,"0007_obliterate_dedup_lock_order.sql":`-- Match deduplicate_job's dedup -> job lock order in every obliteration batch.
CREATE OR REPLACE FUNCTION obliterate(
  p_queue text, p_count integer, p_force boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_deleted integer;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM meta
     WHERE queue = p_queue AND field = 'paused' AND value = '1'
  ) THEN
    RETURN -1;
  END IF;

  IF NOT p_force AND EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
  ) THEN
    RETURN -2;
  END IF;

  -- Producers can still add while paused. Lock existing dedup rows before
  -- any job deletion, including non-final batches, to avoid waiting for a
  -- dedup row while its owner is waiting for a job this transaction deleted.
  -- Keep keys intact until final cleanup so intermediate batches do not
  -- prematurely end live deduplication windows.
  PERFORM dedup_id FROM dedup
   WHERE queue = p_queue
   ORDER BY dedup_id
   FOR UPDATE;

  WITH batch AS (
    SELECT id FROM job WHERE queue = p_queue LIMIT p_count
  )
  DELETE FROM job j
   USING batch
   WHERE j.queue = p_queue AND j.id = batch.id;
  GET DIAGNOSTICS v_deleted = ROW_COUNT;

  IF v_deleted >= p_count THEN
    RETURN 1;
  END IF;

  DELETE FROM scheduler  WHERE queue = p_queue;
  DELETE FROM rate_limit WHERE queue = p_queue;
  DELETE FROM event      WHERE queue = p_queue;
  DELETE FROM metrics    WHERE queue = p_queue;
  DELETE FROM dedup      WHERE queue = p_queue;
  DELETE FROM dedup_next WHERE queue = p_queue;
  DELETE FROM meta       WHERE queue = p_queue;
  EXECUTE format(
    'DROP SEQUENCE IF EXISTS %I', job_id_seq_name(p_queue));
  RETURN 0;
END;
$$;
`,"0008_bulk_dedup_lock_order.sql":`-- Acquire every batch dedup advisory lock before touching winner job rows.
CREATE OR REPLACE FUNCTION add_flow(p_entries jsonb) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  e              jsonb;
  v_id           text;
  v_seq          bigint;
  v_state        job_state;
  v_process_at   bigint;
  v_queue        text;
  v_delay        bigint;
  v_timestamp    bigint;
  v_lifo         boolean;
  v_parent_queue text;
  v_parent_id    text;
  v_awc          boolean;
  v_dedup_id     text;
  v_dedup        jsonb;
  v_winner       text;
  v_inserted     boolean;
  v_code         integer;
  v_lock_key     integer;
  v_ev_queue     text[]  := '{}';
  v_ev_event     text[]  := '{}';
  v_ev_data      jsonb[] := '{}';
  v_notify_jobs  text[]  := '{}';
  v_max          integer;
  v_parents_q    text[]  := '{}';
  v_parents_id   text[]  := '{}';
  v_failed_parents_q  text[] := '{}';
  v_failed_parents_id text[] := '{}';
  v_pq           text;
  v_pid          text;
  v_remaining    integer;
  v_now          bigint;
BEGIN
  -- Finish-and-fetch holds its dedup advisory lock while promoting delayed
  -- jobs. Take all batch locks before any job/sequence mutation, ordered by
  -- the actual lock key so reversed batches and hash collisions agree.
  FOR v_lock_key IN
    SELECT DISTINCT hashtext(
      'bullmq:dedup:' || (value ->> 'queue') || ':' || (value ->> 'dedupId'))
      FROM jsonb_array_elements(p_entries)
     WHERE value ->> 'dedupId' IS NOT NULL AND value ->> 'dedupId' <> ''
     ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(v_lock_key);
  END LOOP;

  FOR e IN SELECT value FROM jsonb_array_elements(p_entries)
  LOOP
    v_queue        := e ->> 'queue';
    v_id           := COALESCE(e ->> 'id', '');
    v_delay        := COALESCE((e ->> 'delay')::bigint, 0);
    v_timestamp    := COALESCE((e ->> 'timestamp')::bigint, 0);
    v_lifo         := COALESCE((e ->> 'lifo')::boolean, false);
    v_parent_queue := e ->> 'parentQueue';
    v_parent_id    := e ->> 'parentId';
    v_awc          := COALESCE((e ->> 'addToWaitingChildren')::boolean, false);
    v_dedup_id     := e ->> 'dedupId';

    IF v_id IS NULL OR v_id = '' THEN
      v_id := next_job_id(v_queue);
    END IF;

    IF v_dedup_id IS NOT NULL AND v_dedup_id <> '' THEN
      v_dedup := COALESCE(e -> 'opts' -> 'deduplication',
                          e -> 'opts' -> 'debounce',
                          jsonb_build_object('id', v_dedup_id));
      v_winner := deduplicate_job(v_queue, v_dedup, v_id, v_timestamp,
        e ->> 'name', COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
        COALESCE(e -> 'opts', '{}'::jsonb));
      IF v_winner IS NOT NULL THEN
        RETURN NEXT v_winner;
        CONTINUE;
      END IF;
    END IF;

    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM job
          WHERE queue = v_parent_queue AND id = v_parent_id
       ) THEN
      RETURN NEXT '-5';
      CONTINUE;
    END IF;

    v_seq := nextval('job_seq');
    IF v_lifo THEN
      v_seq := -v_seq;
    END IF;

    IF v_awc THEN
      v_state := 'waiting-children';
      v_process_at := NULL;
    ELSIF v_delay > 0 THEN
      v_state := 'delayed';
      v_process_at := v_timestamp + v_delay;
    ELSE
      v_state := 'waiting';
      v_process_at := NULL;
    END IF;

    INSERT INTO job (
      queue, id, seq, name, state,
      data, opts, priority, delay_ms, max_attempts,
      added_at_ms, process_at_ms,
      dedup_id, scheduler_id,
      parent_queue, parent_id, parent_key, pending_deps
    ) VALUES (
      v_queue, v_id, v_seq, e ->> 'name', v_state,
      COALESCE((e ->> 'data')::jsonb, '{}'::jsonb),
      COALESCE(e -> 'opts', '{}'::jsonb),
      COALESCE((e ->> 'priority')::integer, 0), v_delay,
      COALESCE((e ->> 'attempts')::integer, 1),
      v_timestamp, v_process_at,
      e ->> 'dedupId', e ->> 'schedulerId',
      v_parent_queue, v_parent_id, e ->> 'parentKey', 0
    )
    ON CONFLICT (queue, id) DO NOTHING;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;

    IF v_parent_id IS NOT NULL AND v_parent_queue IS NOT NULL THEN
      v_parents_q  := array_append(v_parents_q, v_parent_queue);
      v_parents_id := array_append(v_parents_id, v_parent_id);

      IF v_inserted THEN
        INSERT INTO job_dependency (
          parent_queue, parent_id, child_queue, child_id, child_key, status
        ) VALUES (
          v_parent_queue, v_parent_id, v_queue, v_id,
          v_queue || ':' || v_id, 'pending'
        )
        ON CONFLICT (parent_queue, parent_id, child_key) DO NOTHING;

        UPDATE job
           SET pending_deps = pending_deps + 1
         WHERE queue = v_parent_queue AND id = v_parent_id;
      ELSE
        v_code := handle_duplicated_job(v_queue, v_id,
          v_parent_queue, v_parent_id, e ->> 'parentKey', v_timestamp, true);
        IF v_code = -7 THEN
          v_failed_parents_q  := array_append(v_failed_parents_q, v_parent_queue);
          v_failed_parents_id := array_append(v_failed_parents_id, v_parent_id);
          RETURN NEXT '-7';
          CONTINUE;
        END IF;
      END IF;
    END IF;

    IF v_inserted THEN
      v_ev_queue := array_append(v_ev_queue, v_queue);
      v_ev_event := array_append(v_ev_event, 'added');
      v_ev_data  := array_append(v_ev_data,
        jsonb_build_object('jobId', v_id, 'name', e ->> 'name'));
      IF v_state = 'waiting' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'waiting');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'delayed' THEN
        v_ev_queue    := array_append(v_ev_queue, v_queue);
        v_ev_event    := array_append(v_ev_event, 'delayed');
        v_ev_data     := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id, 'delay', v_process_at));
        v_notify_jobs := array_append(v_notify_jobs, v_queue);
      ELSIF v_state = 'waiting-children' THEN
        v_ev_queue := array_append(v_ev_queue, v_queue);
        v_ev_event := array_append(v_ev_event, 'waiting-children');
        v_ev_data  := array_append(v_ev_data,
          jsonb_build_object('jobId', v_id));
      END IF;
    END IF;

    RETURN NEXT v_id;
  END LOOP;

  IF array_length(v_ev_queue, 1) > 0 THEN
    INSERT INTO event (queue, event, data, created_at_ms)
    SELECT q, ev, dat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM unnest(v_ev_queue, v_ev_event, v_ev_data)
             WITH ORDINALITY AS t(q, ev, dat, ord)
     ORDER BY ord;

    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_ev_queue) AS q LOOP
      PERFORM pg_notify('bullmq_events', v_queue);

      SELECT value::integer INTO v_max
        FROM meta
       WHERE queue = v_queue AND field = 'opts.maxLenEvents';
      IF v_max IS NULL THEN
        v_max := 10000;
      END IF;
      IF v_max > 0
         AND pg_try_advisory_xact_lock(hashtext('bullmq:evtrim:' || v_queue))
      THEN
        DELETE FROM event
         WHERE queue = v_queue
           AND id <= (SELECT max(id) FROM event WHERE queue = v_queue)
                     - v_max;
      END IF;
    END LOOP;

    FOR v_queue IN SELECT DISTINCT q FROM unnest(v_notify_jobs) AS q LOOP
      PERFORM pg_notify('bullmq_jobs', v_queue);
    END LOOP;
  END IF;

  IF array_length(v_parents_q, 1) > 0 THEN
    v_now := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    FOR v_pq, v_pid IN
      SELECT DISTINCT pq, pid
        FROM unnest(v_parents_q, v_parents_id) AS t(pq, pid)
       WHERE NOT EXISTS (
         SELECT 1
           FROM unnest(v_failed_parents_q, v_failed_parents_id) AS f(pq, pid)
          WHERE f.pq = t.pq AND f.pid = t.pid
       )
    LOOP
      SELECT pending_deps INTO v_remaining
        FROM job WHERE queue = v_pq AND id = v_pid;
      IF COALESCE(v_remaining, 0) = 0 THEN
        PERFORM move_parent_to_wait(v_pq, v_pid, v_now);
      END IF;
    END LOOP;
  END IF;
END;
$$;
`,"0009_obliterate_bounded_dedup_locks.sql":`-- Look up every key pointing at a selected winner without scanning the queue.
CREATE INDEX dedup_job_idx ON dedup (queue, job_id);

CREATE OR REPLACE FUNCTION obliterate(
  p_queue text, p_count integer, p_force boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_ids text[];
  v_final boolean;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM meta
     WHERE queue = p_queue AND field = 'paused' AND value = '1'
  ) THEN
    RETURN -1;
  END IF;

  IF NOT p_force AND EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
  ) THEN
    RETURN -2;
  END IF;

  SELECT COALESCE(array_agg(id), ARRAY[]::text[]) INTO v_ids
    FROM (
      SELECT id FROM job WHERE queue = p_queue ORDER BY id LIMIT p_count
    ) AS batch;
  v_final := cardinality(v_ids) < p_count;

  -- Decide final cleanup before taking job locks. A full selected batch
  -- always asks for another batch, even if concurrent deletion removes some
  -- selected jobs, so whole-queue cleanup never introduces job -> dedup locks.
  IF v_final THEN
    PERFORM dedup_id FROM dedup
     WHERE queue = p_queue
     ORDER BY dedup_id
     FOR UPDATE;
  ELSE
    PERFORM dedup_id FROM dedup
     WHERE queue = p_queue AND job_id = ANY(v_ids)
     ORDER BY dedup_id
     FOR UPDATE;
  END IF;

  -- The only job-delete cascades are job_log and the parent's job_dependency
  -- rows. They do not delete child jobs or their dedup keys.
  DELETE FROM job WHERE queue = p_queue AND id = ANY(v_ids);

  IF NOT v_final THEN
    RETURN 1;
  END IF;

  DELETE FROM scheduler  WHERE queue = p_queue;
  DELETE FROM rate_limit WHERE queue = p_queue;
  DELETE FROM event      WHERE queue = p_queue;
  DELETE FROM metrics    WHERE queue = p_queue;
  DELETE FROM dedup      WHERE queue = p_queue;
  DELETE FROM dedup_next WHERE queue = p_queue;
  DELETE FROM meta       WHERE queue = p_queue;
  EXECUTE format(
    'DROP SEQUENCE IF EXISTS %I', job_id_seq_name(p_queue));
  RETURN 0;
END;
$$;
`,"0010_obliterate_finalization_lock.sql":`-- Finalization may also update a parent in another queue. Coordinate both
-- queues before any row/parent/dedup locks, in actual advisory-key order.
CREATE FUNCTION lock_finalization_queues(p_queue text, p_id text) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_key integer;
BEGIN
  FOR v_key IN
    SELECT DISTINCT hashtext(q)
      FROM (
        SELECT p_queue AS q
        UNION ALL
        SELECT parent_queue FROM job WHERE queue = p_queue AND id = p_id
      ) AS queues
     WHERE q IS NOT NULL
     ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(hashtext('bullmq:finalization'), v_key);
  END LOOP;
END;
$$;

CREATE OR REPLACE FUNCTION move_to_completed(
  p_queue text, p_id text, p_token text, p_return_value jsonb,
  p_finished_on bigint, p_remove_all boolean, p_keep_age bigint,
  p_keep_count integer
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
  v_lock text;
  v_pq text;
  v_pid text;
  v_dedup_id text;
  v_remaining integer;
BEGIN
  PERFORM lock_finalization_queues(p_queue, p_id);

  SELECT parent_queue, parent_id INTO v_pq, v_pid
    FROM job WHERE queue = p_queue AND id = p_id;
  IF v_pq IS NOT NULL AND v_pid IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:parent:' || v_pq || ':' || v_pid));
  END IF;

  SELECT state, lock_token, parent_queue, parent_id, dedup_id
    INTO v_state, v_lock, v_pq, v_pid, v_dedup_id
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  IF EXISTS (
    SELECT 1 FROM job_dependency
     WHERE parent_queue = p_queue AND parent_id = p_id AND status = 'pending'
  ) THEN
    RAISE EXCEPTION 'bullmq: job % has pending dependencies', p_id
      USING ERRCODE = 'BM001', DETAIL = '-4';
  END IF;
  IF EXISTS (
    SELECT 1 FROM job_dependency
     WHERE parent_queue = p_queue AND parent_id = p_id AND status = 'failed'
  ) THEN
    RAISE EXCEPTION 'bullmq: job % has failed dependencies', p_id
      USING ERRCODE = 'BM001', DETAIL = '-9';
  END IF;

  UPDATE job
     SET state = 'completed',
         return_value = p_return_value,
         finished_at_ms = p_finished_on,
         lock_token = NULL,
         locked_until_ms = NULL,
         attempts_made = attempts_made + 1
   WHERE queue = p_queue AND id = p_id;

  PERFORM publish_event(p_queue, 'completed',
    jsonb_build_object('jobId', p_id, 'returnvalue',
      COALESCE(p_return_value, 'null'::jsonb)::text, 'prev', 'active'));

  IF v_pid IS NOT NULL AND v_pq IS NOT NULL THEN
    UPDATE job_dependency
       SET status = 'processed', value = p_return_value
     WHERE parent_queue = v_pq AND parent_id = v_pid
       AND child_key = p_queue || ':' || p_id;

    UPDATE job
       SET pending_deps = GREATEST(pending_deps - 1, 0)
     WHERE queue = v_pq AND id = v_pid
    RETURNING pending_deps INTO v_remaining;

    IF v_remaining = 0 THEN
      PERFORM move_parent_to_wait(v_pq, v_pid, p_finished_on);
    END IF;
  END IF;

  PERFORM apply_retention(
    p_queue, p_id, 'completed', p_finished_on, p_remove_all, p_keep_age, p_keep_count
  );

  IF v_dedup_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:dedup:' || p_queue || ':' || v_dedup_id));
  END IF;
  PERFORM dedup_finalize(p_queue, v_dedup_id, p_id, p_finished_on);
  PERFORM requeue_dedup_next(p_queue, v_dedup_id, p_finished_on);

  IF NOT EXISTS (
       SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
     )
     AND (
       EXISTS (
         SELECT 1 FROM meta
          WHERE queue = p_queue AND field = 'paused' AND value = '1'
       )
       OR NOT EXISTS (
         SELECT 1 FROM job WHERE queue = p_queue AND state = 'waiting'
       )
     ) THEN
    PERFORM publish_event(p_queue, 'drained', '{}'::jsonb);
  END IF;

  RETURN p_finished_on;
END;
$$;

CREATE OR REPLACE FUNCTION move_to_failed(
  p_queue text, p_id text, p_token text, p_failed_reason text,
  p_stacktrace jsonb, p_finished_on bigint, p_remove_all boolean,
  p_keep_age bigint, p_keep_count integer
) RETURNS bigint
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_state job_state;
  v_lock text;
  v_dedup_id text;
  v_attempts integer;
BEGIN
  PERFORM lock_finalization_queues(p_queue, p_id);

  PERFORM pg_advisory_xact_lock(
    hashtext('bullmq:parent:' || p_queue || ':' || p_id));

  SELECT state, lock_token, dedup_id INTO v_state, v_lock, v_dedup_id
    FROM job WHERE queue = p_queue AND id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'bullmq: missing job %', p_id USING ERRCODE = 'BM001', DETAIL = '-1';
  END IF;
  IF v_state <> 'active' THEN
    RAISE EXCEPTION 'bullmq: job % not active', p_id USING ERRCODE = 'BM001', DETAIL = '-3';
  END IF;
  IF p_token <> '0' AND v_lock IS DISTINCT FROM p_token THEN
    RAISE EXCEPTION 'bullmq: job % lock mismatch', p_id USING ERRCODE = 'BM001', DETAIL = '-6';
  END IF;

  UPDATE job
     SET state = 'failed',
         failed_reason = p_failed_reason,
         stacktrace = COALESCE(p_stacktrace, stacktrace),
         finished_at_ms = p_finished_on,
         lock_token = NULL,
         locked_until_ms = NULL,
         deferred_failure = NULL,
         attempts_made = attempts_made + 1
   WHERE queue = p_queue AND id = p_id
  RETURNING attempts_made INTO v_attempts;

  PERFORM publish_event(p_queue, 'failed',
    jsonb_build_object('jobId', p_id, 'failedReason', p_failed_reason, 'prev', 'active'));
  PERFORM publish_event(p_queue, 'retries-exhausted',
    jsonb_build_object('jobId', p_id, 'attemptsMade', v_attempts));
  PERFORM handle_child_failure(p_queue, p_id, p_failed_reason, p_finished_on);
  PERFORM apply_retention(
    p_queue, p_id, 'failed', p_finished_on, p_remove_all, p_keep_age, p_keep_count
  );

  IF v_dedup_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(
      hashtext('bullmq:dedup:' || p_queue || ':' || v_dedup_id));
  END IF;
  PERFORM dedup_finalize(p_queue, v_dedup_id, p_id, p_finished_on);
  PERFORM requeue_dedup_next(p_queue, v_dedup_id, p_finished_on);

  IF NOT EXISTS (
       SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
     )
     AND (
       EXISTS (
         SELECT 1 FROM meta
          WHERE queue = p_queue AND field = 'paused' AND value = '1'
       )
       OR NOT EXISTS (
         SELECT 1 FROM job WHERE queue = p_queue AND state = 'waiting'
       )
     ) THEN
    PERFORM publish_event(p_queue, 'drained', '{}'::jsonb);
  END IF;

  RETURN p_finished_on;
END;
$$;

CREATE OR REPLACE FUNCTION obliterate(
  p_queue text, p_count integer, p_force boolean
) RETURNS integer
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_ids text[];
  v_final boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('bullmq:finalization'), hashtext(p_queue));

  IF NOT EXISTS (
    SELECT 1 FROM meta
     WHERE queue = p_queue AND field = 'paused' AND value = '1'
  ) THEN
    RETURN -1;
  END IF;

  IF NOT p_force AND EXISTS (
    SELECT 1 FROM job WHERE queue = p_queue AND state = 'active'
  ) THEN
    RETURN -2;
  END IF;

  SELECT COALESCE(array_agg(id), ARRAY[]::text[]) INTO v_ids
    FROM (
      SELECT id FROM job WHERE queue = p_queue ORDER BY id LIMIT p_count
    ) AS batch;
  v_final := cardinality(v_ids) < p_count;

  IF v_final THEN
    PERFORM dedup_id FROM dedup
     WHERE queue = p_queue
     ORDER BY dedup_id
     FOR UPDATE;
  ELSE
    PERFORM dedup_id FROM dedup
     WHERE queue = p_queue AND job_id = ANY(v_ids)
     ORDER BY dedup_id
     FOR UPDATE;
  END IF;

  DELETE FROM job WHERE queue = p_queue AND id = ANY(v_ids);

  IF NOT v_final THEN
    RETURN 1;
  END IF;

  DELETE FROM scheduler  WHERE queue = p_queue;
  DELETE FROM rate_limit WHERE queue = p_queue;
  DELETE FROM event      WHERE queue = p_queue;
  DELETE FROM metrics    WHERE queue = p_queue;
  DELETE FROM dedup      WHERE queue = p_queue;
  DELETE FROM dedup_next WHERE queue = p_queue;
  DELETE FROM meta       WHERE queue = p_queue;
  EXECUTE format(
    'DROP SEQUENCE IF EXISTS %I', job_id_seq_name(p_queue));
  RETURN 0;
END;
$$;
`,"0011_obliterate_producer_lock.sql":`CREATE FUNCTION lock_producer_queues(p_entries jsonb) RETURNS void
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
DECLARE
  v_key integer;
BEGIN
  FOR v_key IN
    SELECT DISTINCT hashtext(q)
      FROM (
        SELECT entry ->> 'queue' AS q
          FROM jsonb_array_elements(p_entries) AS entries(entry)
        UNION ALL
        SELECT entry ->> 'parentQueue'
          FROM jsonb_array_elements(p_entries) AS entries(entry)
      ) AS queues
     WHERE q IS NOT NULL
     ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(
      hashtext('bullmq:finalization'), v_key);
  END LOOP;
END;
$$;

ALTER FUNCTION add_job(
  text, text, text, jsonb, jsonb, integer, bigint, bigint, integer,
  text, text, text, text, text, boolean
) RENAME TO add_job_unlocked;

CREATE FUNCTION add_job(
  p_queue        text,
  p_id           text,
  p_name         text,
  p_data         jsonb,
  p_opts         jsonb,
  p_priority     integer,
  p_delay        bigint,
  p_timestamp    bigint,
  p_max_attempts integer,
  p_parent_queue text,
  p_parent_id    text,
  p_parent_key   text,
  p_dedup_id     text,
  p_scheduler_id text,
  p_lifo         boolean
) RETURNS text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  PERFORM lock_producer_queues(jsonb_build_array(jsonb_build_object(
    'queue', p_queue, 'parentQueue', p_parent_queue)));
  RETURN add_job_unlocked(
    p_queue, p_id, p_name, p_data, p_opts, p_priority, p_delay, p_timestamp,
    p_max_attempts, p_parent_queue, p_parent_id, p_parent_key, p_dedup_id,
    p_scheduler_id, p_lifo);
END;
$$;

ALTER FUNCTION add_flow(jsonb) RENAME TO add_flow_unlocked;

CREATE FUNCTION add_flow(p_entries jsonb) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  PERFORM lock_producer_queues(p_entries);
  RETURN QUERY SELECT * FROM add_flow_unlocked(p_entries);
END;
$$;

ALTER FUNCTION add_jobs_bulk(text, jsonb) RENAME TO add_jobs_bulk_unlocked;

CREATE FUNCTION add_jobs_bulk(p_queue text, p_entries jsonb) RETURNS SETOF text
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
  PERFORM lock_producer_queues(jsonb_build_array(
    jsonb_build_object('queue', p_queue)));
  RETURN QUERY SELECT * FROM add_jobs_bulk_unlocked(p_queue, p_entries);
END;
$$;
`},Bd=new Map,Vd=new Map;function Hd(e){let t=Bd.get(e);if(t===void 0){if(t=zd[e],t===void 0)throw Error(`Could not find migration SQL for '${e}'`);Bd.set(e,t)}return t}function Ud(e){let t=Vd.get(e);if(t===void 0){if(t=Rd[`${e}.sql`],t===void 0)throw Error(`Could not find command SQL for '${e}'`);Vd.set(e,t)}return t}const Wd=[{version:1,name:`0001_schema`,minClientVersion:6,load:()=>Hd(`0001_schema.sql`)},{version:2,name:`0002_functions`,minClientVersion:6,load:()=>Hd(`0002_functions.sql`)},{version:3,name:`0003_dedup_stale_key`,minClientVersion:6,load:()=>Hd(`0003_dedup_stale_key.sql`)},{version:4,name:`0004_relay`,minClientVersion:6,load:()=>Hd(`0004_relay.sql`)},{version:5,name:`0005_flow_parent_release`,minClientVersion:6,load:()=>Hd(`0005_flow_parent_release.sql`)},{version:6,name:`0006_dedup_reschedule`,minClientVersion:6,load:()=>Hd(`0006_dedup_reschedule.sql`)},{version:7,name:`0007_obliterate_dedup_lock_order`,minClientVersion:6,load:()=>Hd(`0007_obliterate_dedup_lock_order.sql`)},{version:8,name:`0008_bulk_dedup_lock_order`,minClientVersion:6,load:()=>Hd(`0008_bulk_dedup_lock_order.sql`)},{version:9,name:`0009_obliterate_bounded_dedup_locks`,minClientVersion:6,load:()=>Hd(`0009_obliterate_bounded_dedup_locks.sql`)},{version:10,name:`0010_obliterate_finalization_lock`,minClientVersion:6,load:()=>Hd(`0010_obliterate_finalization_lock.sql`)},{version:11,name:`0011_obliterate_producer_lock`,minClientVersion:6,load:()=>Hd(`0011_obliterate_producer_lock.sql`)}];Wd.length>0&&Wd[Wd.length-1].version,parseInt(hr.split(`.`)[0],10);function Gd(e){return e==null?void 0:Number(e)}function Kd(e){for(let t of Object.keys(e))e[t]===void 0&&delete e[t];return e}function qd(e){if(e===!0)return{removeAll:!0,keepAge:null,keepCount:null};if(e===!1||e==null)return{removeAll:!1,keepAge:null,keepCount:null};if(typeof e==`number`)return{removeAll:!1,keepAge:null,keepCount:e};let t=e;return{removeAll:!1,keepAge:t.age??null,keepCount:t.count??null}}function Jd(e){return Kd({id:e.id,name:e.name,data:JSON.stringify(e.data??{}),opts:e.opts??{},progress:e.progress??0,attemptsMade:e.attempts_made??0,attemptsStarted:e.attempts_started??0,finishedOn:Gd(e.finished_at_ms),processedOn:Gd(e.processed_at_ms),timestamp:Number(e.added_at_ms),delay:Gd(e.delay_ms),priority:e.priority??void 0,failedReason:e.failed_reason??void 0,stacktrace:JSON.stringify(e.stacktrace??[]),returnvalue:JSON.stringify(e.return_value??null),parent:e.parent_id==null?void 0:{id:e.parent_id,queueKey:e.parent_queue??``},parentKey:e.parent_key??void 0,repeatJobKey:e.scheduler_id??void 0,deduplicationId:e.dedup_id??void 0,deferredFailure:e.deferred_failure??void 0,processedBy:e.processed_by??void 0,stalledCounter:e.stalled_count??0})}function Yd(e){throw Error(`PostgresQueueBackend: operation '${e}' is not implemented yet.`)}function Xd(e){let t={};if(e.name!=null&&(t.name=String(e.name)),e.iteration_count!=null&&(t.ic=String(e.iteration_count)),e.limit_count!=null&&(t.limit=String(e.limit_count)),e.start_date_ms!=null&&(t.startDate=String(e.start_date_ms)),e.end_date_ms!=null&&(t.endDate=String(e.end_date_ms)),e.tz!=null&&(t.tz=String(e.tz)),e.pattern!=null&&(t.pattern=String(e.pattern)),e.every_ms!=null&&(t.every=String(e.every_ms)),e.offset_ms!=null&&(t.offset=String(e.offset_ms)),e.template_data!=null){let n=JSON.stringify(e.template_data);n!==`{}`&&(t.data=n)}if(e.template_opts!=null){let n=JSON.stringify(e.template_opts);n!==`{}`&&(t.opts=n)}return{hash:t,next:e.next_run_ms==null?null:String(e.next_run_ms)}}var Zd=class e extends m{constructor(e,t,n,r=!0,i){super(),this.connection=e,this.queueName=t,this.opts=n,this.ownsConnection=r,this.listenClientName=i,this.listening=!1,this.listeningEvents=!1,this.blockingDisconnected=!1,this.schema=e.schema,this.ownsConnection&&(this.connection.on(`error`,e=>this.emit(`error`,e)),this.connection.on(`ready`,()=>this.emit(`ready`)),this.connection.on(`close`,()=>this.emit(`close`)),this.connection.on(`listenerinvalidated`,()=>{var e,t;this.listening=!1,this.listeningEvents=!1,(e=this.cancelWait)==null||e.call(this),(t=this.cancelEventWait)==null||t.call(this)}))}async waitUntilReady(){return this.readyPromise||=(async()=>{if(await this.connection.waitUntilReady(),this.listenClientName)try{await this.setName(this.listenClientName)}catch{}})(),this.readyPromise}async close(e=!1){if(this.ownsConnection)return this.closing||=this.connection.close(),this.closing}async disconnect(){var e,t;(e=this.cancelWait)==null||e.call(this),(t=this.cancelEventWait)==null||t.call(this),this.ownsConnection&&await this.connection.disconnect()}async setName(e){await this.connection.waitUntilReady(),await this.connection.setListenClientName(e)}get minimumBlockTimeout(){return .001}get maximumBlockTimeout(){return this.connection.hasListenClientKeepAlive?3600:10}forQueue(t,n){return new e(this.connection,t,this.opts,!1)}get qualifiedName(){return this.queueName}get keys(){return{}}toKey(e){return`${this.queueName}:${e}`}parseNodeKey(e){let t=e.lastIndexOf(`:`);return{prefix:``,queueName:e.slice(0,t),id:e.slice(t+1)}}clientName(e=``){return`${this.queueName}${e}`}async query(e,t){if(await this.connection.waitUntilReady(),this.connection.isClosing)return new Promise(()=>void 0);try{return await this.connection.pool.query(e,t)}catch(e){if(this.connection.isClosing&&e instanceof Error&&e.message.includes(`after calling end on the pool`))return new Promise(()=>void 0);throw e}}run(e,t){return this.query(Ud(e),t)}get workerName(){return this.opts.name}mapFinishError(e,t,n){throw e&&e.code===`BM001`?gr({code:Number(e.detail),jobId:t,command:n,state:`active`}):e}async addJob(e,t,n={}){let r=e.opts??{},i=e.delay==null?r:Object.assign(Object.assign({},r),{delay:e.delay}),a=n.parentKey??e.parentKey??null,o;try{({rows:o}=await this.run(`add_job`,[this.queueName,t||e.id||``,e.name,e.data??`{}`,JSON.stringify(i??{}),e.priority??r.priority??0,e.delay??r.delay??0,e.timestamp??Date.now(),r.attempts??1,e.parent?.queueKey??null,e.parent?.id??null,a,e.deduplicationId??null,e.repeatJobKey??null,r.lifo??!1]))}catch(e){throw e&&e.code===`BM001`?gr({code:Number(e.detail),jobId:t,parentKey:a??void 0,command:`addJob`}):e}return o[0].id}async addJobs(e){let t=e.map(e=>this.toBatchEntry(this.queueName,e.job,e.jobId,e.parentKeyOpts));if(t.every(e=>e.parentId==null&&e.parentQueue==null&&e.dedupId==null)){let{rows:e}=await this.run(`add_jobs_bulk`,[this.queueName,JSON.stringify(t)]);return e.map(e=>e.id)}let{rows:n}=await this.run(`add_flow`,[JSON.stringify(t)]);return n.map(e=>e.id)}toBatchEntry(e,t,n,r){let i=t.opts??{};return{queue:e,id:n||t.id||``,name:t.name,data:t.data??`{}`,opts:t.delay==null?i:Object.assign(Object.assign({},i),{delay:t.delay}),priority:t.priority??i.priority??0,delay:t.delay??i.delay??0,timestamp:t.timestamp??Date.now(),attempts:i.attempts??1,parentQueue:t.parent?.queueKey??null,parentId:t.parent?.id??null,parentKey:r?.parentKey??t.parentKey??null,dedupId:t.deduplicationId??null,schedulerId:t.repeatJobKey??null,lifo:i.lifo??!1,addToWaitingChildren:r?.addToWaitingChildren??!1}}async addFlow(e){let t=e.map(e=>this.toBatchEntry(e.queueName,e.jobData,e.jobId,e.parentKeyOpts));try{let{rows:e}=await this.run(`add_flow`,[JSON.stringify(t)]);return e.map(e=>{let t=Number(e.id);return Number.isInteger(t)&&t<0?[null,t]:[null,e.id]})}catch(t){return e.map(()=>[t,0])}}async addJobScheduler(e,t,n,r,i,a,o){let s;try{({rows:s}=await this.run(`add_job_scheduler`,[this.queueName,e,t??null,n||`{}`,JSON.stringify(r??{}),JSON.stringify(i??{}),JSON.stringify(a??{}),Date.now(),o??null]))}catch(e){throw e&&e.code===`BM001`?gr({code:Number(e.detail),command:`addJobScheduler`}):e}let c=s[0];return[c.job_id,Number(c.delay)]}async moveToActive(e,t){let n=this.opts,r=n.lockDuration??3e4,i=n.limiter?.max??null,a=n.limiter?.duration??null,o=Date.now(),{rows:s}=await this.run(`move_to_active`,[this.queueName,e,r,o,t??null,i,a]);return this.buildNextJobResult(s,i,o)}async buildNextJobResult(e,t,n){if(e.length>0){let t=e[0];return[Jd(t),t.id,0,0]}let{rows:r}=await this.run(`next_signal`,[this.queueName,t,n]),i=Number(r[0]?.rate_limit_ttl??0);return i>0?[null,``,i,0]:[null,``,0,Gd(r[0]?.next_delay??null)??0]}async moveToCompleted(e,t,n,r,i){let a=Date.now(),o=qd(n??this.opts.removeOnComplete),s=this.opts;if(i&&!this.closing){let n=s.lockDuration??3e4,i=s.limiter?.max??null,c=s.limiter?.duration??null,l=Date.now(),u=[];try{({rows:u}=await this.run(`move_to_completed_fetch`,[this.queueName,e.id,r,JSON.stringify(t??null),a,o.removeAll,o.keepAge,o.keepCount,n,l,this.workerName??null,i,c]))}catch(t){this.mapFinishError(t,e.id,`moveToFinished`)}return await this.collectMetrics(`completed`,a),{result:await this.buildNextJobResult(u,i,l),finishedOn:a}}try{await this.run(`move_to_completed`,[this.queueName,e.id,r,JSON.stringify(t??null),a,o.removeAll,o.keepAge,o.keepCount])}catch(t){this.mapFinishError(t,e.id,`moveToFinished`)}return await this.collectMetrics(`completed`,a),{result:void 0,finishedOn:a}}async moveToFailed(e,t,n,r,i,a){let o=Date.now(),s=qd(n??this.opts.removeOnFail),c=this.opts;if(i&&!this.closing){let n=c.lockDuration??3e4,i=c.limiter?.max??null,l=c.limiter?.duration??null,u=Date.now(),d=[];try{({rows:d}=await this.run(`move_to_failed_fetch`,[this.queueName,e.id,r,t,a?.stacktrace??null,o,s.removeAll,s.keepAge,s.keepCount,n,u,this.workerName??null,i,l]))}catch(t){this.mapFinishError(t,e.id,`moveToFinished`)}return await this.collectMetrics(`failed`,o),{result:await this.buildNextJobResult(d,i,u),finishedOn:o}}try{await this.run(`move_to_failed`,[this.queueName,e.id,r,t,a?.stacktrace??null,o,s.removeAll,s.keepAge,s.keepCount])}catch(t){this.mapFinishError(t,e.id,`moveToFinished`)}return await this.collectMetrics(`failed`,o),{result:void 0,finishedOn:o}}async moveToDelayed(e,t,n,r,i){let a=i?.fieldsToUpdate??{};try{await this.run(`move_to_delayed`,[this.queueName,e,r??``,t+n,n,i?.skipAttempt??!1,a.failedReason??null,a.stacktrace??null])}catch(t){this.mapFinishError(t,e,`moveToDelayed`)}if(i?.fetchNext&&!this.closing&&r){let e=await this.moveToActive(r,this.workerName);return e&&e[0]?e:[]}return[]}async moveToWaitingChildren(e,t,n){let r;try{({rows:r}=await this.run(`move_to_waiting_children`,[this.queueName,e,t]))}catch(t){this.mapFinishError(t,e,`moveToWaitingChildren`)}let i=r[0].code;if(i<0)throw gr({code:i,jobId:e,command:`moveToWaitingChildren`,state:`active`});return i===1}async moveJobFromActiveToWait(e,t=`0`){let{rows:n}=await this.run(`move_active_to_wait`,[this.queueName,e,t,Date.now()]),r=Number(n[0].n);if(r<0)throw gr({code:r,jobId:e,command:`moveJobFromActiveToWait`});return r}async retryJob(e,t,n,r){let i=r?.fieldsToUpdate??{};try{await this.run(`retry_job`,[this.queueName,e,n??``,t,i.failedReason??null,i.stacktrace??null])}catch(t){this.mapFinishError(t,e,`retryJob`)}}async retryFinishedJob(e,t,n={}){let{rows:r}=await this.run(`reprocess_job`,[this.queueName,e.id,t,e.opts?.lifo??!1,n.resetAttemptsMade??!1,n.resetAttemptsStarted??!1]),i=r[0].code;if(i!==1)throw gr({code:i,jobId:e.id,command:`reprocessJob`,state:t})}async promote(e){let{rows:t}=await this.run(`promote`,[this.queueName,e]),n=t[0].code;if(n<0)throw gr({code:n,jobId:e,command:`promote`,state:`delayed`})}async moveStalledJobsToWait(){let e=this.opts,{rows:t}=await this.run(`move_stalled_jobs_to_wait`,[this.queueName,e.maxStalledCount??1,Date.now(),e.stalledInterval??3e4]);return t.map(e=>e.id)}async retryFinishedJobs(e,t,n){let{rows:r}=await this.run(`retry_jobs`,[this.queueName,e??`failed`,t??null,n??null]);return Number(r[0].n)}async promoteJobs(e){let{rows:t}=await this.run(`promote_jobs`,[this.queueName,e??null]);return Number(t[0].n)}async pause(e){await this.run(`pause`,[this.queueName,e])}async drain(e){await this.run(`drain`,[this.queueName,e])}async cleanJobsByState(e,t,n=0){let{rows:r}=await this.run(`clean`,[this.queueName,e,t,n]);return r.map(e=>e.id)}async obliterate(e){let{rows:t}=await this.run(`obliterate`,[this.queueName,e.count,e.force]),n=Number(t[0].cursor);if(n<0)switch(n){case-1:throw Error(`Cannot obliterate non-paused queue`);case-2:throw Error(`Cannot obliterate queue with active jobs`)}return n}removeOrphanedJobs(e,t){return Promise.resolve(0)}async extendLock(e,t,n){let{rows:r}=await this.run(`extend_lock`,[this.queueName,e,t,n,Date.now()]);return r[0].n}async extendLocks(e,t,n){let{rows:r}=await this.run(`extend_locks`,[this.queueName,e,t,n,Date.now()]);return r.map(({id:e})=>e)}async updateData(e,t){let{rows:n}=await this.run(`update_data`,[this.queueName,e.id,JSON.stringify(t??{})]);if(n.length===0)throw gr({code:-1,jobId:e.id,command:`updateData`})}async updateProgress(e,t){let{rows:n}=await this.run(`update_progress`,[this.queueName,e,JSON.stringify(t??null)]);if(!n[0].updated)throw gr({code:-1,jobId:e,command:`updateProgress`})}async addLog(e,t,n){let r;try{({rows:r}=await this.run(`add_log`,[this.queueName,e,t]))}catch(t){throw t&&t.code===`23503`?gr({code:-1,jobId:e,command:`addLog`}):t}let i=Number(r[0].idx)+1;return n&&i>n?(await this.run(`trim_logs`,[this.queueName,e,i-n]),n):i}async clearLogs(e,t){await this.run(`clear_logs`,[this.queueName,e,t??null])}async changeDelay(e,t){let{rows:n}=await this.run(`change_delay`,[this.queueName,e,t,Date.now()]),r=n[0].code;if(r<0)throw gr({code:r,jobId:e,command:`changeDelay`,state:`delayed`})}async changePriority(e,t=0,n=!1){let{rows:r}=await this.run(`change_priority`,[this.queueName,e,t,n]),i=r[0].code;if(i<0)throw gr({code:i,jobId:e,command:`changePriority`})}async remove(e,t){let n;try{({rows:n}=await this.run(`remove`,[this.queueName,e,t]))}catch(t){throw t&&t.code===`BM001`?gr({code:Number(t.detail),jobId:e,command:`remove`}):t}return n[0].n}async removeUnprocessedChildren(e){await this.run(`remove_unprocessed_children`,[this.queueName,e])}async removeChildDependency(e,t){try{let{rows:n}=await this.run(`remove_child_dependency`,[this.queueName,e,t,Date.now()]);return n[0].n===0}catch(n){throw n&&n.code===`BM001`?gr({code:Number(n.detail),jobId:e,parentKey:t,command:`removeChildDependency`}):n}}async removeDeduplicationKey(e,t){let{rows:n}=await this.run(`remove_deduplication_key`,[this.queueName,e,t,Date.now()]);return n.length}async deleteDeduplicationKey(e){let{rows:t}=await this.run(`delete_deduplication_key`,[this.queueName,e]);return t.length}async updateJobSchedulerNextMillis(e,t,n,r,i){let{rows:a}=await this.run(`update_job_scheduler`,[this.queueName,e,t??null,n||`{}`,JSON.stringify(r??{}),Date.now(),i??null]);return a[0]?.job_id??null}async removeJobScheduler(e){let{rows:t}=await this.run(`remove_job_scheduler`,[this.queueName,e]);return t[0]?.removed??0}async getJobScheduler(e){let{rows:t}=await this.run(`get_job_scheduler`,[this.queueName,e]);if(t.length===0)return[null,null];let{hash:n,next:r}=Xd(t[0]),i=[];for(let[e,t]of Object.entries(n))i.push(e,t);return[i,r]}async isJobScheduler(e){let{rows:t}=await this.run(`is_job_scheduler`,[this.queueName,e]);return t[0]?.exists??!1}async getJobSchedulerData(e){let{rows:t}=await this.run(`get_job_scheduler`,[this.queueName,e]);return t.length===0?{}:Xd(t[0]).hash}async getJobSchedulersRange(e,t,n){let r=t<0?null:t-e+1,{rows:i}=await this.run(`get_job_schedulers_range`,[this.queueName,n,e,r]),a=[];for(let e of i)a.push(e.scheduler_id,String(e.next_run_ms));return a}async getJobSchedulersCount(){let{rows:e}=await this.run(`get_job_schedulers_count`,[this.queueName]);return e[0]?.count??0}async getState(e){let{rows:t}=await this.run(`get_state`,[this.queueName,e]);return t[0]?t[0].state===`waiting`&&t[0].priority>0?`prioritized`:t[0].state:`unknown`}async isFinished(e,t){let{rows:n}=await this.run(`is_finished`,[this.queueName,e]),r=n[0],i=0,a=``;return r?r.state===`completed`?(i=1,a=JSON.stringify(r.return_value??null)):r.state===`failed`&&(i=2,a=r.failed_reason??``):(i=-1,a=`Missing key for job ${this.toKey(e)}. isFinished`),t?[i,a]:i}async isMaxed(){let{rows:e}=await this.run(`is_maxed`,[this.queueName]);return e[0].maxed}async isJobInState(e,t){if(e===`active`){let{rows:e}=await this.run(`is_job_in_state`,[this.queueName,t,`active`]);return e[0].present}if(e===`wait`||e===`paused`){let{rows:n}=await this.run(`is_job_in_wait`,[this.queueName,t,e===`paused`]);return n[0].present}if(e===`waiting`)return await this.isJobInState(`wait`,t)||await this.isJobInState(`paused`,t);if(e===`prioritized`){let{rows:e}=await this.run(`is_job_prioritized`,[this.queueName,t]);return e[0].present}if(e===`completed`||e===`failed`||e===`delayed`||e===`waiting-children`){let{rows:n}=await this.run(`is_job_in_state`,[this.queueName,t,e]);return n[0].present}throw Error(`Unknown job state: ${e}`)}async getJobData(e){let{rows:t}=await this.run(`get_job_data`,[this.queueName,e]);return t[0]?Jd(t[0]):void 0}async getDeduplicationJobId(e){let{rows:t}=await this.run(`get_deduplication_job_id`,[this.queueName,e,Date.now()]);return t[0]?.job_id??null}async getJobLogs(e,t,n,r){let{rows:i}=await this.run(`get_job_logs_count`,[this.queueName,e]),a=Number(i[0].count),o=t<0?Math.max(a+t,0):t,s=(n<0?a+n:n)-o+1;if(s<=0)return{logs:[],count:a};let{rows:c}=await this.run(r?`get_job_logs_asc`:`get_job_logs_desc`,[this.queueName,e,o,s]);return{logs:c.map(e=>e.row),count:a}}async getRateLimitTtl(e){let{rows:t}=await this.run(`get_rate_limit_ttl`,[this.queueName,e??0,Date.now()]);return Number(t[0].ttl)}async getCounts(e,t){if(t!==void 0&&e.includes(`delayed`)){let n=e.filter(e=>e!==`delayed`),[{rows:r},i]=await Promise.all([this.run(`get_delayed_count`,[this.queueName,t]),n.length?this.getCounts(n):Promise.resolve([])]),a=0;return e.map(e=>e===`delayed`?Number(r[0].count):i[a++])}let{rows:n}=await this.run(`get_counts`,[this.queueName]),r=n[0],i=Number(r.waiting),a=Number(r.prioritized),o=r.paused===`1`,s={active:Number(r.active),completed:Number(r.completed),failed:Number(r.failed),delayed:Number(r.delayed),wait:o?0:i,waiting:o?0:i,prioritized:a,"waiting-children":Number(r[`waiting-children`]),paused:o?i:0};return e.map(e=>s[e]??0)}async getCountsPerPriority(e){let{rows:t}=await this.run(`get_counts_per_priority`,[this.queueName,e]);return t.map(e=>Number(e.cnt))}async getRanges(e,t=0,n=-1,r=!1){let i=[];for(let a of e){let{rows:e}=await this.run(`get_range`,[this.queueName,a,t,n,r]);i.push(e.map(e=>e.id))}return i}async getDependencyCounts(e,t){let{rows:n}=await this.run(`get_dependency_counts`,[this.queueName,e]),r=n[0],i={processed:Number(r.processed),unprocessed:Number(r.unprocessed),ignored:Number(r.ignored),failed:Number(r.failed)};return t.map(e=>i[e]??0)}async getDependencies(e,t){if(!t.processed&&!t.unprocessed&&!t.ignored&&!t.failed){let{rows:t}=await this.run(`get_dependencies`,[this.queueName,e]),n={},r=[],i={},a=[];for(let e of t)switch(e.status){case`processed`:n[e.child_key]=e.value;break;case`pending`:r.push(e.child_key);break;case`ignored`:i[e.child_key]=e.value;break;case`failed`:a.push(e.child_key)}return{processed:n,unprocessed:r,ignored:i,failed:a}}let n={},r=async(t,n=0,r=20)=>{let{rows:i}=await this.run(`get_dependencies_page`,[this.queueName,e,t,n,r]);return{rows:i,next:i.length<r?0:n+r}};if(t.processed){let{rows:e,next:i}=await r(`processed`,t.processed.cursor,t.processed.count),a={};for(let t of e)a[t.child_key]=t.value;n.processed=a,n.nextProcessedCursor=i}if(t.unprocessed){let{rows:e,next:i}=await r(`pending`,t.unprocessed.cursor,t.unprocessed.count);n.unprocessed=e.map(e=>e.child_key),n.nextUnprocessedCursor=i}if(t.ignored){let{rows:e,next:i}=await r(`ignored`,t.ignored.cursor,t.ignored.count),a={};for(let t of e)a[t.child_key]=t.value;n.ignored=a,n.nextIgnoredCursor=i}if(t.failed){let{rows:e,next:i}=await r(`failed`,t.failed.cursor,t.failed.count);n.failed=e.map(e=>e.child_key),n.nextFailedCursor=i}return n}async getProcessedChildrenValues(e){let{rows:t}=await this.run(`get_processed_children_values`,[this.queueName,e]),n={};for(let e of t)n[e.child_key]=e.value;return n}async getIgnoredChildrenFailures(e){let{rows:t}=await this.run(`get_ignored_children_failures`,[this.queueName,e]),n={};for(let e of t)n[e.child_key]=e.reason;return n}async collectMetrics(e,t){let n=this.opts.metrics?.maxDataPoints;n&&await this.run(`collect_metrics`,[this.queueName,e,n,t])}async getMetrics(e,t=0,n=-1){let{rows:r}=await this.run(`get_metrics`,[this.queueName,e,t,n]),i=r[0]?.total??`0`,a=(r[0]?.data??[]).map(String);return[[i,`0`,`0`],a,a.length]}async getClientList(){let{rows:e}=await this.run(`get_client_list`);return[e.map(e=>`name=${e.application_name}`).join(`
`)]}async paginate(e,t){let n=`${this.queueName}:`,r=e.startsWith(n)?e.slice(n.length):e,i,a,o=!1;if(r.endsWith(`:processed`))i=`processed`,o=!0,a=r.slice(0,-10);else if(r.endsWith(`:dependencies`))i=`pending`,a=r.slice(0,-13);else return Yd(`paginate`);let s=Math.max(t.start??0,0),c=t.end!=null&&t.end>=0?t.end-s+1:null,{rows:l}=await this.run(`paginate_dependencies`,[this.queueName,a,i,s,c]),u=l.length?Number(l[0].total):0;return{cursor:`0`,items:l.map(e=>o?{id:e.child_key,v:e.dep_value}:{id:e.child_key}),total:u,jobs:t.fetchJobs?l.filter(e=>e.id!=null).map(e=>Jd(e)):void 0}}async setQueueMeta(e){let t=Object.keys(e);if(t.length===0)return 0;let n=t.map(t=>String(e[t])),{rowCount:r}=await this.run(`set_queue_meta`,[this.queueName,t,n]);return r??t.length}async getQueueMetaField(e){let{rows:t}=await this.run(`get_queue_meta_field`,[this.queueName,e]);return t[0]?.value??null}async getQueueMetaFields(e){if(e.length===0)return[];let{rows:t}=await this.run(`get_queue_meta_fields`,[this.queueName,e]),n=new Map(t.map(e=>[e.field,e.value]));return e.map(e=>n.get(e)??null)}async getQueueMeta(){let{rows:e}=await this.run(`get_queue_meta`,[this.queueName]),t={};for(let n of e)t[n.field]=n.value;return t}async removeQueueMetaFields(e){if(e.length===0)return 0;let{rowCount:t}=await this.run(`remove_queue_meta_fields`,[this.queueName,e]);return t??0}async hasQueueMetaField(e){let{rows:t}=await this.run(`has_queue_meta_field`,[this.queueName,e]);return t[0].exists}async setRateLimit(e){await this.run(`set_rate_limit`,[this.queueName,e,Date.now()])}async removeRateLimitKey(){let{rows:e}=await this.run(`remove_rate_limit`,[this.queueName]);return e[0].n}removeDeprecatedPriorityKey(){return Yd(`removeDeprecatedPriorityKey`)}trimEvents(e){return Yd(`trimEvents`)}async publishEvent(e,t){let{event:n}=e,r=Or(e,[`event`]),{rows:i}=await this.run(`publish_event`,[this.queueName,String(n),JSON.stringify(r)]);return String(i[0].id)}async readEvents(e,t){if(this.closing||this.connection.isClosing)return null;let n;if(e===`$`){let{rows:e}=await this.run(`read_events_max`,[this.queueName]);n=e[0].max}else n=e;let r=await this.fetchEvents(n);if(r.length===0){if(await this.waitForEvent(t),this.closing||this.connection.isClosing)return null;r=await this.fetchEvents(n)}return r.length===0?null:[[`events`,r.map(e=>[e.id,e.fields])]]}async fetchEvents(e){let{rows:t}=await this.run(`read_events`,[this.queueName,e,100]);return t.map(e=>{let t=[`event`,e.event];for(let[n,r]of Object.entries(e.data??{}))t.push(n,typeof r==`string`?r:String(r));return{id:String(e.id),fields:t}})}async ensureListening(){let e=await this.connection.getListenClient();return this.listening||=(await e.query(Ud(`listen_jobs`)),!0),e}async ensureListeningEvents(){let e=await this.connection.getListenClient();return this.listeningEvents||=(await e.query(Ud(`listen_events`)),!0),e}async waitForEvent(t){if(this.closing||this.connection.isClosing)return;let n=await this.ensureListeningEvents();return new Promise(r=>{let i=!1,a=()=>{i||(i=!0,clearTimeout(s),n.removeListener(`notification`,o),this.cancelEventWait=void 0,r())},o=t=>{t.channel===e.EVENTS_CHANNEL&&t.payload===this.queueName&&a()},s=setTimeout(a,Math.max(t||5e3,1));this.cancelEventWait=a,n.on(`notification`,o)})}async waitForJob(t){if(this.closing||this.blockingDisconnected)return null;let n=await this.ensureListening();return this.closing||this.blockingDisconnected?null:new Promise(r=>{let i=!1,a=e=>{i||(i=!0,clearTimeout(s),n.removeListener(`notification`,o),this.cancelWait=void 0,r(e))},o=t=>{t.channel===e.NOTIFY_CHANNEL&&t.payload===this.queueName&&a({member:t.payload??``,score:0})},s=setTimeout(()=>a(null),Math.max(t,0)*1e3);this.cancelWait=()=>a(null),n.on(`notification`,o),this.blockingDisconnected?a(null):(this.run(`has_waiting_job`,[this.queueName]).then(({rows:e})=>{e[0]?.present&&a({member:this.queueName,score:0})}).catch(()=>{}),this.run(`next_delay`,[this.queueName]).then(({rows:e})=>{let n=Gd(e[0]?.next_delay??null);if(n===void 0||i)return;let r=n-Date.now();r<=0?a(null):r<Math.max(t,0)*1e3&&(clearTimeout(s),s=setTimeout(()=>a(null),r))}).catch(()=>{}))})}async disconnectBlocking(e=!0){var t;this.blockingDisconnected=!0,(t=this.cancelWait)==null||t.call(this)}async reconnectBlocking(){this.blockingDisconnected=!1,this.listening=!1}};Zd.NOTIFY_CHANNEL=`bullmq_jobs`,Zd.EVENTS_CHANNEL=`bullmq_events`;var Qd=o();const $d={age:86400,count:2e4},ef={age:1209600,count:5e3},tf=2**21;var nf=class{#e;#t;#n;#r;#i;#a;constructor(e){this.#t=e,this.#a=new w(e.concurrency),this.#r=sf(e,3),this.#e=new Nd(`plumbline`,{...this.#o,connection:this.#r}),this.#e.on(`error`,e.onError)}get#o(){return{prefix:this.#t.prefix??`plumbline`}}async add(e){let t=of(s(e));await this.#e.add(e.kind,{job:e,waits:0},{jobId:`${of(e.deliveryId)}-${e.kind}-${t}`,deduplication:{id:t,keepLastIfActive:!0},priority:await this.#s(e),removeOnComplete:$d,removeOnFail:ef,attempts:1e3,backoff:{type:`custom`}})}async#s(e){let[t,n]=await Promise.all(this.#l(e).map(e=>this.#c(e)));return Math.min(t*64+Math.min(n,63),tf)}async#c(e){let t=await this.#r.incr(e);return await this.#r.pexpire(e,6e5),Math.max(1,t)}#l(e){let t=`${this.#o.prefix}:in-line`;return[`${t}:${of(C(e))}`,`${t}:${e.installationId}`]}async#u(e){for(let t of this.#l(e))await this.#r.decr(t)<=0&&await this.#r.del(t)}start(e){let{concurrency:t,lockMs:n=3e4,onError:r}=this.#t;this.#i=sf(this.#t,null),this.#n=new Id(`plumbline`,(t,n)=>this.#d(t,n,e),{...this.#o,connection:this.#i,concurrency:t,lockDuration:n,stalledInterval:n,maxStalledCount:20,settings:{backoffStrategy:(e,t,n)=>af(n)}}),this.#n.on(`error`,r)}async#d(e,t,n){let{waits:r}=e.data,i=c(e.data.job);if(i===void 0)throw this.#f(e);let a=C(i);if(!this.#a.isFree(a))return this.#p(e,t);this.#a.enter(a);try{let{next:e=[],outcome:t}=await n.work(i);for(let t of e)await this.add(t);return await this.#u(i),t}catch(i){return await this.#m(e,{token:t,error:i,host:n,waits:r})}finally{this.#a.leave(a)}}#f({id:e}){let t=new Pt(`job ${e} in Redis was not written by the bot and is not run`);return this.#t.onError(t),t}async#p(e,t){throw await e.updateData({...e.data,putOff:(e.data.putOff??0)+1}),await e.moveToDelayed(Date.now()+1e3,t),new Mt}async#m(e,{token:t,error:n,host:r,waits:i}){let{job:a}=e.data,o=r.failureOf(n),{putOff:s=0}=e.data,c=l(o,{attempts:e.attemptsMade+1-i-s,waits:i});if(typeof c==`object`)throw r.onRetry(a,o,c.retryIn),o.kind===`later`?(await e.updateData({...e.data,waits:i+1}),await e.moveToDelayed(Date.now()+c.retryIn*1e3,t),new Mt):new rf(o.message,c.retryIn);if(await this.#u(a),c===`forget`)return r.onForget(a,o),`gone`;throw r.onDead(a,o),new Pt(o.message)}async isReady(){let e=this.#r.ping().then(e=>e===`PONG`,()=>!1);return Promise.race([e,S(2e3,!1,{ref:!1})])}async depth(){let e=await this.#e.getJobCounts(`waiting`,`prioritized`,`active`,`delayed`,`failed`);return{waiting:(e.waiting??0)+(e.prioritized??0),active:e.active??0,delayed:e.delayed??0,dead:e.failed??0}}async dead(){return(await this.#e.getFailed(0,ef.count)).flatMap(({data:e,failedReason:t})=>{let n=c(e.job);return n?[{job:n,reason:t??``}]:[]})}async replay(){let e=await this.#e.getFailed(0,ef.count),t=0;for(let n of e){let e=c(n.data.job);await n.remove(),e!==void 0&&(await this.add(e),t++)}return t}async close(e){let t=this.#n?.close().then(()=>!0)??!0;return await Promise.race([t,S(e,!1,{ref:!1})])&&await this.#e.close(),this.#i?.disconnect(),this.#r.disconnect(),[]}},rf=class extends Error{seconds;constructor(e,t){super(e),this.seconds=t}};const af=e=>e instanceof rf?e.seconds*1e3:5e3,of=e=>e.replaceAll(`:`,`_`);function sf({url:e,onError:t},n){let r=new Qd.Redis(e,{maxRetriesPerRequest:n,retryStrategy:e=>Math.min(100*e,2e3)});return r.on(`error`,t),r}export{C as i,w as n,ee as r,nf as t};