//! Repeats a transcript on wasmi. Judges nothing but equality.
use std::{env, fs};
use wasmi::{Engine, Instance, Linker, Memory, Module, Store, Val};

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn parse(word: &str) -> Val {
    let (kind, rest) = word.split_at(1);
    match kind {
        "d" => Val::F64(f64::from_bits(u64::from_str_radix(rest, 16).unwrap()).into()),
        "l" => Val::I64(rest.parse::<u64>().unwrap() as i64),
        _ => Val::I32(rest.parse::<i64>().unwrap() as i32),
    }
}

fn call(store: &mut Store<()>, instance: &Instance, words: &[&str]) -> bool {
    let function = instance.get_func(&*store, words[1]).unwrap();
    let args: Vec<Val> = words[3..].iter().map(|word| parse(word)).collect();
    let mut got = vec![Val::I32(0); function.ty(&*store).results().len()];
    function.call(store, &args, &mut got).unwrap();
    match (got.first().unwrap_or(&Val::I32(0)), parse(words[2])) {
        (Val::I32(a), Val::I32(b)) => *a == b,
        (Val::I64(a), Val::I64(b)) => *a == b,
        _ => false,
    }
}

fn step(store: &mut Store<()>, instance: &Instance, memory: Memory, words: &[&str]) -> bool {
    if words[0] == "c" {
        return call(store, instance, words);
    }
    let at: usize = words[1].parse().unwrap();
    let data = memory.data_mut(store);
    if words[0] == "w" {
        for (i, pair) in words[2].as_bytes().chunks(2).enumerate() {
            let digits = std::str::from_utf8(pair).unwrap();
            data[at + i] = u8::from_str_radix(digits, 16).unwrap();
        }
        return true;
    }
    let n: usize = words[2].parse().unwrap();
    fnv1a(&data[at..at + n]) == u64::from_str_radix(words[3], 16).unwrap()
}

fn main() {
    let args: Vec<String> = env::args().collect();
    let engine = Engine::default();
    let module = Module::new(&engine, fs::read(&args[1]).unwrap().as_slice()).unwrap();
    let mut store = Store::new(&engine, ());
    let linker = Linker::new(&engine);
    let instance = linker.instantiate(&mut store, &module).unwrap().start(&mut store).unwrap();
    let memory = instance.get_memory(&store, "memory").unwrap();
    let mut got = [Val::I64(0)];
    instance.get_func(&store, "selfSignature").unwrap().call(&mut store, &[], &mut got).unwrap();
    let signature = got[0].i64().unwrap() as u64;
    let mut done = 0;
    let mut wrong = String::new();
    for line in fs::read_to_string(&args[2]).unwrap().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if !step(&mut store, &instance, memory, &words) {
            wrong = format!(",\"wrong\":\"line {}\"", done + 1);
            break;
        }
        done += 1;
    }
    println!("{{\"signature\":\"{signature:016x}\",\"done\":{done}{wrong}}}");
}
