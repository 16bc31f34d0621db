;; A module whose exports trap in every way that the kernel's instructions can. Not the kernel: it tests the
;; runtime of Sources/CKernel, which the kernel itself gives no occasion to trap.
(module
  (memory (export "memory") 1 4)
  (global (export "PLAN") i32 (i32.const 64))
  (func (export "loadAt") (param i32) (result i32) (i32.load (local.get 0)))
  (func (export "storeAt") (param i32) (i64.store (local.get 0) (i64.const -1)))
  (func (export "fill") (param i32 i32) (memory.fill (local.get 0) (i32.const 7) (local.get 1)))
  (func (export "copy") (param i32 i32 i32) (memory.copy (local.get 0) (local.get 1) (local.get 2)))
  (func (export "divide") (param i32 i32) (result i32) (i32.div_s (local.get 0) (local.get 1)))
  (func (export "convert") (param f64) (result i64) (i64.trunc_f64_s (local.get 0)))
  (func (export "stop") unreachable)
  (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
  (func (export "multiplyAdd") (param f64 f64 f64) (result f64)
    (f64.add (f64.mul (local.get 0) (local.get 1)) (local.get 2)))
  (func (export "answer") (result i64) (i64.const 42)))
